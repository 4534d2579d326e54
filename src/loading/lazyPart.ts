import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react';
import { keepFailure } from './outcomes.ts';

/**
 * Returns a component whose code loads with its first render. React's `lazy` keeps a failure for
 * good, so that no button could help; this one loads again a moment later.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  function start(): ComponentType<Props> {
    return lazy(() => {
      const loading = load().then((component) => ({ default: component }));
      keepFailure(loading, () => {
        shown = start();
      });
      return loading;
    });
  }
  let shown = start();
  return function LazyPart(props: Props) {
    return createElement(shown, props);
  };
}

import { createElement, type ElementType, type ReactElement } from 'react';

/**
 * Replaces Linaria in tests in jsdom, which apply no styles. Its compiler would evaluate each module
 * with styles once per project.
 */
let count = 0;
const nextName = (): string => `unstyled${(count += 1)}`;

export const css = nextName;

export const cx = (...names: unknown[]): string => names.filter(Boolean).join(' ');

type Props = Record<string, unknown> & { as?: ElementType };

/** Draws the tag with a class name; `$` props are values for styles only. */
function createStyled(tag: string) {
  const name = nextName();
  return function Styled({ as = tag as ElementType, className, ...props }: Props): ReactElement {
    const passed = Object.entries(props).filter(([key]) => !key.startsWith('$'));
    return createElement(as, { ...Object.fromEntries(passed), className: cx(className, name) });
  };
}

/** `styled.div` and every other tag. */
export const styled = new Proxy({}, { get: (_, tag: string) => () => createStyled(tag) });

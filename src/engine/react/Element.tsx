import { memo, useCallback, useSyncExternalStore } from 'react';
import type { FormElement } from '#schemas/forms.ts';
import { useFormContext } from './context.ts';
import { ElementFrame } from './ElementFrame.tsx';
import { controlId, errorId, helpId } from './ids.ts';
import { UnsupportedElement } from './UnsupportedElement.tsx';
import { useErrorText } from './useErrorText.ts';

/**
 * One element of the form. It watches its own answer, error and visibility in the answer store, so a key stroke
 * renders this element and nothing else, however long the form is.
 */
export const Element = memo(function Element({ element }: { element: FormElement }) {
  const { engine: { store, registry }, language, views } = useFormContext();
  const textOf = useErrorText();
  const { id } = element;
  const subscribe = useCallback((notify: () => void) => store.subscribe(id, notify), [store, id]);
  const value = useSyncExternalStore(subscribe, () => store.get(id));
  const error = useSyncExternalStore(subscribe, () => store.errorOf(id));
  const isVisible = useSyncExternalStore(subscribe, () => store.isVisible(id));
  const handleChange = useCallback((next: unknown) => store.set(id, next), [store, id]);
  const handleBlur = useCallback(() => store.leave(id), [store, id]);

  const elementType = registry.get(element.type);
  const view = views.get(element.type);
  if (!isVisible) return null;
  if (!elementType || !view) return <UnsupportedElement type={element.type} />;

  const kind = elementType.frame;
  const describedBy = [element.help && helpId(id), error && errorId(id)].filter(Boolean).join(' ') || undefined;
  return (
    <ElementFrame element={element} kind={kind} language={language} error={error && textOf(element, error)}>
      <view.Widget
        element={element} id={controlId(id)} value={value} onChange={handleChange} onBlur={handleBlur} language={language}
        required={element.required ?? false} invalid={error !== undefined} disabled={false} describedBy={describedBy}
      />
    </ElementFrame>
  );
});

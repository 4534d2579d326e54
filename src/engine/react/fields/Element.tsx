import { memo, useCallback, useSyncExternalStore } from 'react';
import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { ElementState } from '#src/engine/core/answers/subscriptions.ts';
import { isAsked, type AnyElementType } from '#src/engine/core/element.ts';
import { useFormContext, type ElementProps } from '../context/formContext.ts';
import { ElementFrame } from './ElementFrame.tsx';
import { controlId, errorId, helpId } from '../context/ids.ts';
import { UnsupportedElement } from './UnsupportedElement.tsx';
import { useAnswerErrorText } from '../errors/useAnswerErrorText.ts';

/**
 * Returns true if an element is marked as optional. A group whose rows require an answer is not.
 */
export function isOptional(
  element: FormElement,
  elementType: AnyElementType,
  isRequired: boolean,
): boolean {
  const hasRows = (elementType.rows?.getRange(element).min ?? 0) > 0;
  return (
    !isRequired &&
    isAsked(elementType) &&
    !(
      hasRows &&
      listChildren(element).some(({ required, requiredWhen }) => required || requiredWhen)
    )
  );
}

/** Subscribes to value, error and visibility of one element. */
export function useElementState(address: FieldAddress): ElementState {
  const { store } = useFormContext().engine;
  const subscribe = useCallback(
    (notify: () => void) => store.subscribe(address, notify),
    [store, address],
  );
  return useSyncExternalStore(subscribe, () => store.getElementState(address));
}

/**
 * Renders one element. It subscribes to its own answer, error and visibility, so that a keystroke
 * renders at most this element.
 */
export const Element = memo(function Element({ element, address }: ElementProps) {
  const {
    engine: { store, registry },
    language,
    views,
    isSubmitting,
    leave,
  } = useFormContext();
  const formatError = useAnswerErrorText();
  const { value, error, isVisible, isRequired } = useElementState(address);
  const handleChange = useCallback((next: unknown) => store.set(address, next), [store, address]);
  const handleType = useCallback(
    (next: unknown) => store.set(address, next, { isShown: true }),
    [store, address],
  );
  const handleBlur = useCallback(() => leave(address), [leave, address]);

  const elementType = registry.get(element.type);
  const view = views.get(element.type);
  if (!isVisible) return null;
  if (!elementType || !view) return <UnsupportedElement type={element.type} />;

  const kind = elementType.frame;
  const errorText = error && formatError(element, error);
  const describedBy =
    [element.help && helpId(address), error && errorId(address)].filter(Boolean).join(' ') ||
    undefined;
  return (
    <ElementFrame
      element={element}
      address={address}
      kind={kind}
      language={language}
      isRequired={isRequired}
      isOptional={isOptional(element, elementType, isRequired)}
      error={elementType.hasOwnErrorLine ? undefined : errorText}
    >
      <view.Widget
        element={element}
        address={address}
        id={controlId(address)}
        value={value}
        onChange={handleChange}
        onType={handleType}
        onBlur={handleBlur}
        language={language}
        required={isRequired}
        invalid={error !== undefined}
        disabled={isSubmitting}
        describedBy={describedBy}
        error={errorText}
      />
    </ElementFrame>
  );
});

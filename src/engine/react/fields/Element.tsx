import { memo, useCallback, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { listChildren, type FormElement } from '#schemas/forms/forms.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { ElementState } from '#src/engine/core/answers/subscriptions.ts';
import { isAsked, type AnyElementType } from '#src/engine/core/element.ts';
import { Scriptless } from '#src/ui/Scriptless.tsx';
import { useFormContext, type ElementProps } from '../context/formContext.ts';
import { ElementFrame } from './ElementFrame.tsx';
import { getControlId, getErrorId, helpId } from '../context/ids.ts';
import { UnsupportedElement } from './UnsupportedElement.tsx';
import { useAnswerErrorText } from '../errors/useAnswerErrorText.ts';
import { useRefusal } from './useRefusal.ts';

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
  const getState = () => store.getElementState(address);
  return useSyncExternalStore(subscribe, getState, getState);
}

/** Returns handlers that stay the same while the address does. */
function useHandlers(address: FieldAddress, endRefusal: () => void) {
  const {
    engine: { store },
    leave,
  } = useFormContext();
  const onChange = useCallback(
    (next: unknown) => {
      endRefusal();
      store.set(address, next);
    },
    [store, address, endRefusal],
  );
  const onType = useCallback(
    (next: unknown) => {
      endRefusal();
      store.set(address, next, { isShown: true });
    },
    [store, address, endRefusal],
  );
  const onBlur = useCallback(() => leave(address), [leave, address]);
  return { onChange, onType, onBlur };
}

/**
 * Renders one element. It subscribes to its own answer, error and visibility, so that a keystroke
 * renders at most this element.
 */
export const Element = memo(function Element({ element, address }: ElementProps) {
  const {
    engine: { registry },
    language,
    views,
    isSubmitting,
  } = useFormContext();
  const formatError = useAnswerErrorText();
  const { value, error, isVisible, isRequired } = useElementState(address);
  const { isRefused, errorId: refusalId, endRefusal } = useRefusal(address);
  const handlers = useHandlers(address, endRefusal);

  const elementType = registry.get(element.type);
  const view = views.get(element.type);
  if (!isVisible) return null;
  if (!elementType || !view) return <UnsupportedElement type={element.type} />;

  const kind = elementType.frame;
  const errorText = error && formatError(element, error);
  const describedBy =
    [element.help && helpId(address), error && getErrorId(address), refusalId]
      .filter(Boolean)
      .join(' ') || undefined;
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
        id={getControlId(address)}
        value={value}
        {...handlers}
        language={language}
        required={isRequired}
        invalid={error !== undefined || isRefused}
        disabled={isSubmitting}
        describedBy={describedBy}
        error={errorText}
      />
      {elementType.needsScripts && (
        <Scriptless>
          <p>
            <FormattedMessage id="element.needsScripts" />
          </p>
        </Scriptless>
      )}
    </ElementFrame>
  );
});

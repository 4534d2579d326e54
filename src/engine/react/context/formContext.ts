import { createContext, useContext, type ComponentType } from 'react';
import type { Language } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { ElementView } from '#src/engine/core/element.ts';
import type { FormEngine } from './formEngine.ts';

// Views have different props; each is used only with elements of its own type.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyView = ElementView<any, any>;

export type ElementProps = { element: FormElement; address: FieldAddress };

export type FormContextValue = {
  engine: FormEngine;
  language: Language;
  views: ReadonlyMap<string, AnyView>;
  /** true during a submission. Input is disabled, because the request would not contain it. */
  isSubmitting: boolean;
  /** Renders an element of a section or of a group's row. RJSF renders it as a field. */
  ElementComponent: ComponentType<ElementProps>;
  /** Label of the Enter key on a phone, where Enter does not submit. */
  enterKeyHint?: 'next' | undefined;
  /** Validates an element on blur. */
  leave: (address: FieldAddress) => void;
};

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** Returns the context of the surrounding form. */
export function useFormContext(): FormContextValue {
  const value = useContext(FormContext);
  if (!value) throw new Error('Only inside an AssistantForm');
  return value;
}

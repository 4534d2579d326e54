import { createContext, useContext, type ComponentType } from 'react';
import type { Language } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { ElementView } from '#src/engine/core/element.ts';
import type { FormEngine } from './formEngine.ts';

// Views differ in what they take; each is used only with elements of its own type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyView = ElementView<any, any>;

export type ElementProps = { element: FormElement; address: FieldAddress };

export type FormContextValue = {
  engine: FormEngine;
  language: Language;
  views: ReadonlyMap<string, AnyView>;
  /** The answers are on their way: what is typed now would be in none of them. */
  isSubmitting: boolean;
  /** Draws an element of a section or of a group's row. RJSF's theme draws it as a field. */
  ElementComponent: ComponentType<ElementProps>;
  /** The visitor has left an element. */
  leave: (address: FieldAddress) => void;
};

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** The form that contains the element. */
export function useFormContext(): FormContextValue {
  const value = useContext(FormContext);
  if (!value) throw new Error('Only inside an AssistantForm');
  return value;
}

import { createContext, useContext } from 'react';
import type { Language } from '#schemas/common.ts';
import type { ElementView } from '#src/engine/core/element.ts';
import type { FormEngine } from './formEngine.ts';
import type { EngineServices } from './services.ts';

// Views differ in what they take; each is used only with elements of its own type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyView = ElementView<any, any>;

export type FormContextValue = {
  engine: FormEngine;
  language: Language;
  services: EngineServices;
  views: ReadonlyMap<string, AnyView>;
  /** Elements that are still at work (an upload runs): the form is not sent before they are done. */
  busy: Set<string>;
};

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** The form an element stands in. */
export function useFormContext(): FormContextValue {
  const value = useContext(FormContext);
  if (!value) throw new Error('Only inside an AssistantForm');
  return value;
}

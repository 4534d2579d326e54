import { localize, type Language } from '#schemas/platform/common.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import { parseAddress, type FieldAddress } from '#src/engine/core/fieldAddress.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import type { SummaryItem } from './ErrorSummary.tsx';
import type { FormEngine } from '../context/formEngine.ts';
import { getControlId } from '../context/ids.ts';
import { getPage } from '../navigation/useSteps.ts';

/** The parts of an engine that locate an error. They are known before the first render. */
type Elements = Pick<FormEngine, 'elements' | 'pages' | 'registry'>;

function nameRow(address: FieldAddress, { elements, registry }: Elements, language: Language) {
  const { group } = parseAddress(address);
  const element = group && elements.find(({ id }) => id === group.id);
  return element && registry.get(element.type)?.rows?.formatName(element, group.row, language);
}

/** Converts an error to its line in the error summary. */
export function toSummaryItem(
  error: AnswerError,
  element: FormElement,
  message: string,
  { engine, language }: { engine: Elements; language: Language },
): SummaryItem {
  const { id, label } = error.part ?? { id: undefined, label: element.label };
  return {
    controlId: getControlId(error.address, id),
    page: getPage(engine, error.address),
    row: nameRow(error.address, engine, language),
    label: label ? localize(label, language) : element.id,
    message,
  };
}

import {
  getUiOptions,
  toFieldPathId,
  toPath,
  type ErrorListProps,
  type RJSFValidationError,
} from '@rjsf/utils';
import { useState } from 'react';
import { listEveryElement, listPages } from '#schemas/forms/forms.ts';
import { parseAddress } from '#src/engine/core/fieldAddress.ts';
import type { Registry } from '#src/engine/core/registry.ts';
import type { AnswerError } from '#src/engine/core/validation/validateAnswers.ts';
import {
  ErrorSummary,
  focusControl,
  type SummaryItem,
} from '#src/engine/react/errors/ErrorSummary.tsx';
import { getControlId } from '#src/engine/react/context/ids.ts';
import { toSummaryItem } from '#src/engine/react/errors/summaryItem.ts';
import type { FormOptions } from './toRjsf.ts';

const isOurs = (params: unknown): params is AnswerError =>
  typeof params === 'object' && params !== null && 'address' in params;

function ownItem(
  { params, message = '' }: RJSFValidationError,
  { content, language }: FormOptions['form'],
  registry: Registry,
): SummaryItem[] {
  const error: unknown = params;
  if (!isOurs(error)) return [];
  const elements = listEveryElement(content);
  const { elementId } = parseAddress(error.address);
  const element = elements.find(({ id }) => id === elementId);
  const engine = { elements, pages: listPages(content), registry };
  return element ? [toSummaryItem(error, element, message, { engine, language })] : [];
}

function plainItem(
  { property = '', title, message, stack }: RJSFValidationError,
  rjsf: ErrorListProps['registry'],
): SummaryItem {
  const path = toPath(property).filter(Boolean);
  return {
    controlId: getControlId(toFieldPathId('', rjsf.globalFormOptions, path).$id),
    label: title || String(path.at(-1) ?? ''),
    message: message ?? stack,
  };
}

/** Counts the validations, because each failed one moves the focus to the summary. */
function useAttempt(errors: readonly RJSFValidationError[]): number {
  const [last, setLast] = useState({ errors, attempt: 1 });
  if (last.errors !== errors) setLast({ errors, attempt: last.attempt + 1 });
  return last.attempt;
}

/** RJSF's list of errors as our error summary. */
export function ErrorList(props: ErrorListProps<unknown> & { elementTypes: Registry }) {
  const { errors, uiSchema, registry, elementTypes } = props;
  const attempt = useAttempt(errors);
  const { form } = getUiOptions(uiSchema) as Partial<FormOptions>;
  const items = errors.flatMap((error) =>
    form && isOurs(error.params)
      ? ownItem(error, form, elementTypes)
      : [plainItem(error, registry)],
  );
  return (
    <ErrorSummary
      items={items}
      attempt={attempt}
      onGoTo={({ controlId: id }) => focusControl(id)}
    />
  );
}

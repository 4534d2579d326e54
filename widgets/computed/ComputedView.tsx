import { css } from '@linaria/core';
import type { LocalizedText } from '#schemas/platform/common.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { formatQuantity } from '#src/engine/core/values/numbers.ts';

type ComputedConfig = { decimals?: number; unit?: LocalizedText };
type Value = number | string;

const result = css`
  display: block;
  min-height: 1.5em;
  font-size: var(--text-lg);
  font-variant-numeric: tabular-nums lining-nums;
  overflow-wrap: anywhere;
`;

// No live region: screen readers do not announce the value on every key stroke.
export const Widget = ({
  element,
  id,
  value,
  language,
  describedBy,
}: WidgetProps<ComputedConfig, Value>) => (
  <output id={id} className={result} aria-live="off" aria-describedby={describedBy}>
    {value === undefined ? '–' : formatQuantity(value, element, language)}
  </output>
);

export const Answer = ({ element, value, language }: AnswerProps<ComputedConfig, Value>) => (
  <span>{formatQuantity(value, element, language)}</span>
);

import { userLimits } from '#schemas/access/limits.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { LineField } from '#src/engine/react/fields/LineField.tsx';

type EmailConfig = Record<never, never>;

export const Widget = (props: WidgetProps<EmailConfig, string>) => (
  <LineField
    {...props}
    purpose="email"
    inputMode="email"
    maxLength={userLimits.maxEmailLength}
    isCode
  />
);

export const Answer = ({ value }: AnswerProps<EmailConfig, string>) => <span>{value}</span>;

import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { fieldClass } from '#src/ui/field.ts';

type InputConfig = { maxLength?: number; autocomplete?: string; format?: 'email' | 'postalcode' };

const kinds = {
  email: { type: 'email', inputMode: 'email', autoComplete: 'email' },
  postalcode: { type: 'text', inputMode: 'numeric', autoComplete: 'postal-code', style: { maxWidth: '8.5rem' } },
} as const;

export function Widget({ element, id, value, onChange, onBlur, required, invalid, disabled, describedBy }: WidgetProps<InputConfig, string>) {
  const { format, autocomplete } = element;
  return (
    <input
      {...(format ? kinds[format] : { type: autocomplete === 'tel' ? 'tel' : 'text' })}
      {...(autocomplete ? { autoComplete: autocomplete } : {})}
      id={id} name={element.id} className={fieldClass} value={value ?? ''} disabled={disabled}
      aria-required={required || undefined} aria-invalid={invalid || undefined} aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value || undefined)} onBlur={onBlur}
    />
  );
}

export const Answer = ({ value }: AnswerProps<InputConfig, string>) => <span>{value}</span>;

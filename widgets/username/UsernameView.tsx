import { css } from '@linaria/core';
import { FormattedMessage } from 'react-intl';
import { userLimits } from '#schemas/access/limits.ts';
import type { AnswerProps, WidgetProps } from '#src/engine/core/element.ts';
import { LineField } from '#src/engine/react/fields/LineField.tsx';
import { CheckCircle } from '#src/ui/icons.ts';
import { useAvailability } from './useAvailability.ts';

type UsernameConfig = { isNew?: boolean };

const verdictClass = css`
  display: flex;
  gap: 0.4rem;
  align-items: flex-start;
  min-height: 1.4em;
  margin-top: 0.45rem;
  color: var(--muted);
  font-size: var(--text-sm);
  line-height: 1.4;
  &[data-quiet]:empty {
    min-height: 0;
    margin: 0;
  }
  &[data-free] {
    color: var(--success-text);
  }
`;

export const Widget = (props: WidgetProps<UsernameConfig, string>) =>
  props.element.isNew ? <NewName {...props} /> : <Name {...props} />;

const Name = (props: WidgetProps<UsernameConfig, string>) => (
  <LineField
    {...props}
    purpose="username"
    inputMode={undefined}
    maxLength={userLimits.maxUsernameLength}
    isCode
  />
);

function NewName(props: WidgetProps<UsernameConfig, string>) {
  const { address, value, onChange, onBlur } = props;
  const { state, ask, forget } = useAvailability(address);
  function handleChange(next: string | undefined) {
    forget();
    onChange(next);
  }
  function handleBlur() {
    onBlur();
    void ask(value);
  }
  return (
    <>
      <Name {...props} onType={handleChange} onBlur={handleBlur} />
      <p
        className={verdictClass}
        role="status"
        data-free={state === 'free' || undefined}
        data-quiet={props.invalid || undefined}
      >
        {state === 'asking' && <FormattedMessage id="username.asking" />}
        {state === 'free' && (
          <>
            <CheckCircle size={18} weight="fill" aria-hidden />
            <FormattedMessage id="username.free" />
          </>
        )}
      </p>
    </>
  );
}

export const Answer = ({ value }: AnswerProps<UsernameConfig, string>) => <span>{value}</span>;

import { FormattedMessage } from 'react-intl';
import { css } from '@linaria/core';
import { Button } from '#src/ui/Button.tsx';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';
import { focusControl } from '../errors/ErrorSummary.tsx';

const small = css`
  min-height: var(--target-min);
  margin: 0.3rem 0 0 -0.75rem;
  font-size: var(--text-sm);
`;

/** Clears the answer to an optional question, because a radio button cannot be unchecked. */
export function ClearChoice({ id, onClear }: { id: string; onClear: () => void }) {
  if (!useIsHydrated()) return null;
  // The button disappears with the answer, so the focus moves to the question.
  return (
    <Button
      variant="ghost"
      className={small}
      onClick={() => {
        onClear();
        focusControl(id);
      }}
    >
      <FormattedMessage id="choice.clear" />
    </Button>
  );
}

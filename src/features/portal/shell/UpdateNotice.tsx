import { styled } from '@linaria/react';
import { FormattedMessage } from 'react-intl';
import { useInstalled } from '#src/pwa/useInstalled.ts';
import { Button } from '#src/ui/Button.tsx';

const Notice = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-2) var(--s-4);
  align-items: center;
  margin: var(--s-3) var(--gutter) 0;
  padding: var(--s-2) var(--s-4);
  background: var(--accent-tint);
  border: 1px solid var(--accent-line);
  border-radius: var(--r-md);
  font-size: var(--text-sm);
  > p {
    flex: 1;
    min-width: 12rem;
  }
  @media print {
    display: none;
  }
`;

/** Notice of a new version. The user decides when to reload, so that typed text is safe. */
export function UpdateNotice() {
  const update = useInstalled();
  return (
    <div role="status">
      {update && (
        <Notice>
          <p>
            <FormattedMessage id="update.text" />
          </p>
          <Button onClick={update}>
            <FormattedMessage id="update.now" />
          </Button>
        </Notice>
      )}
    </div>
  );
}

import { styled } from '@linaria/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useErrorText } from '#src/api/client/useErrorText.ts';
import { getPasskeyText } from '#src/device/passkeys.ts';
import { Button } from '#src/ui/Button.tsx';
import { Key } from '#src/ui/portalIcons.ts';
import { Note } from '#src/ui/Note.tsx';

const Frame = styled.div`
  display: grid;
  gap: var(--s-4);
  form + & {
    margin-top: var(--s-3);
  }
  > button {
    width: 100%;
  }
`;

/** Button for a passkey login. As the second step it has the initial focus. */
export function PasskeyLogin({ isStep, onUse }: { isStep: boolean; onUse: () => Promise<void> }) {
  const intl = useIntl();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isStep) button.current?.focus();
  }, [isStep]);

  async function use(): Promise<void> {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await onUse();
    } catch (error) {
      const text = getPasskeyText(error);
      setFailure(text ? intl.formatMessage({ id: text }) : errorText(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Frame>
      {failure && (
        <Note tone="danger" role="alert">
          <p>{failure}</p>
        </Note>
      )}
      <Button
        ref={button}
        variant={isStep ? 'primary' : 'default'}
        isBusy={isBusy}
        icon={<Key size={20} aria-hidden />}
        onClick={() => void use()}
      >
        <FormattedMessage id="login.passkey" />
      </Button>
    </Frame>
  );
}

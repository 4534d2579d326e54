import { styled } from '@linaria/react';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { hasReason } from '#src/api/client/errors.ts';
import { useGetInvitationQuery } from '#src/api/access/users.ts';
import { Failure } from '#src/forms/Failure.tsx';
import { navigation } from '#src/routing/navigation.ts';
import { paths } from '#src/routing/paths.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { PinEntry } from './PinEntry.tsx';
import { PinRequest } from './PinRequest.tsx';
import type { KnownPin } from './sentPin.ts';

const Steps = styled.div`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
`;

/** PIN dialog after a PIN session expired. Typed text stays. Closing it redirects to /start. */
export function PinDialog({ hashUserKey }: { hashUserKey: string }) {
  const intl = useIntl();
  const dispatch = useDispatch();
  const { data, error, refetch } = useGetInvitationQuery(
    { params: { hashUserKey } },
    { refetchOnMountOrArgChange: true },
  );
  const [sent, setSent] = useState<KnownPin>();
  const goToStart = () => dispatch(navigation.actions.pushedPage(paths.start(hashUserKey)));
  // the link expired or belongs to a registered user; the guards redirect
  const isElsewhere =
    hasReason(error, 'linkInvalid') ||
    hasReason(error, 'linkExpired') ||
    data?.userRegistered === true;
  useEffect(() => {
    if (isElsewhere) dispatch(navigation.actions.pushedPage(paths.start(hashUserKey)));
  }, [isElsewhere, dispatch, hashUserKey]);
  if (isElsewhere || (!data && !error)) return null;
  return (
    <Dialog
      size="small"
      title={intl.formatMessage({ id: 'login.again.title' })}
      closeLabel={intl.formatMessage({ id: 'action.close' })}
      onClose={goToStart}
    >
      <Steps>
        {!data && <Failure error={error} retry={refetch} />}
        {data &&
          (sent ? (
            <PinEntry
              key={sent.sentAt}
              hashUserKey={hashUserKey}
              sent={sent}
              again={(words, isLast) =>
                isLast ? (
                  <Button onClick={() => setSent(undefined)}>
                    <WrappedText>{words}</WrappedText>
                  </Button>
                ) : (
                  <button type="button" onClick={() => setSent(undefined)}>
                    <WrappedText>{words}</WrappedText>
                  </button>
                )
              }
            />
          ) : (
            <>
              <p>
                <FormattedMessage id="login.again.text" />{' '}
                <FormattedMessage id="requestPin.again" />
              </p>
              <PinRequest invitation={data} onSent={setSent} />
            </>
          ))}
      </Steps>
    </Dialog>
  );
}

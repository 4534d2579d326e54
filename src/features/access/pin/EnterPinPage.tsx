import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router-dom';
import { useGetInvitationQuery } from '#src/api/access/users.ts';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { InvitedSheet } from './InvitedSheet.tsx';
import { PinEntry } from './PinEntry.tsx';
import { parseSentPin } from './sentPin.ts';

/** /enter-pin: takes the PIN that was sent. */
export function EnterPinPage({
  languageChoice,
  route: {
    params: { hashUserKey = '' },
  },
}: {
  languageChoice: ReactNode;
  route: RouteMatch;
}) {
  const intl = useIntl();
  const { data } = useGetInvitationQuery({ params: { hashUserKey } });
  const sent = parseSentPin(useLocation().state);
  return (
    data && (
      <InvitedSheet
        invitation={data}
        languageChoice={languageChoice}
        title={intl.formatMessage({ id: 'pin.title' })}
      >
        <PinEntry
          hashUserKey={hashUserKey}
          sent={sent}
          again={(words, isLast) => (
            <Link className={isLast ? buttonClass : undefined} to={paths.start(hashUserKey)}>
              {words}
            </Link>
          )}
        />
      </InvitedSheet>
    )
  );
}

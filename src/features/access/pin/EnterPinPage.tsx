import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useGetInvitationQuery } from '#src/api/access/users.ts';
import { useAccessPage } from '#src/forms/accessPageData.ts';
import { PageLink } from '#src/forms/PageLink.tsx';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { WrappedText } from '#src/ui/WrappedText.tsx';
import { InvitedSheet } from './InvitedSheet.tsx';
import { PinEntry } from './PinEntry.tsx';

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
  const rendered = useAccessPage('enterPin');
  const [page] = useState(rendered);
  return (
    data && (
      <InvitedSheet
        invitation={data}
        languageChoice={languageChoice}
        title={intl.formatMessage({ id: 'pin.title' })}
      >
        <PinEntry
          hashUserKey={hashUserKey}
          page={page}
          again={(words, isLast) => (
            <PageLink className={isLast ? buttonClass : undefined} to={paths.start(hashUserKey)}>
              <WrappedText>{words}</WrappedText>
            </PageLink>
          )}
        />
      </InvitedSheet>
    )
  );
}

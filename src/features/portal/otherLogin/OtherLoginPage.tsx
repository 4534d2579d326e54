import { styled } from '@linaria/react';
import { useEffect, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import type { InvitationMetadata } from '#schemas/access/users.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { useKnownInvitation } from '#src/api/access/users.ts';
import { isLive } from '#src/api/client/userSessions.ts';
import { useUser } from '#src/api/client/useUser.ts';
import { writeTabChoice } from '#src/device/storage.ts';
import { useStored } from '#src/device/useStored.ts';
import { useLogout } from '#src/features/portal/shell/useLogout.tsx';
import { AccessPage } from '#src/forms/AccessPage.tsx';
import { followHeadline } from '#src/routing/followHeadline.ts';
import { paths } from '#src/routing/paths.ts';
import type { RouteMatch } from '#src/routing/routes.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { LockedFolder } from '#src/ui/LockedFolder.tsx';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-3);
  width: 100%;
  @media (max-width: 639px) {
    display: grid;
  }
`;

/** Texts by situation. */
const texts = {
  new: { text: 'otherLogin.new', change: 'otherLogin.change' },
  used: { text: 'otherLogin.used', change: 'otherLogin.changeLogin' },
  byPin: { text: 'otherLogin.byPin', change: 'otherLogin.change' },
  login: { text: 'otherLogin.login', change: 'otherLogin.changeLogin' },
} as const;

/** Only a login accepts an invitation, because a session by PIN has one account. */
function findSituation(
  invitation: InvitationMetadata | undefined,
  hasLogin: boolean,
): keyof typeof texts {
  if (!invitation) return 'login';
  if (invitation.userRegistered || invitation.userStatus !== 0) return 'used';
  return hasLogin ? 'new' : 'byPin';
}

type ChoicesProps = {
  situation: keyof typeof texts;
  name: string;
  onChange: () => void;
  onStay: () => void;
};

/** The two ways. A login that can accept the invitation most probably does. */
function Choices({ situation, name, onChange, onStay }: ChoicesProps) {
  const isNew = situation === 'new';
  const change = (
    <Button key="change" variant={isNew ? 'default' : 'primary'} onClick={onChange}>
      <FormattedMessage id={texts[situation].change} />
    </Button>
  );
  const stay = (
    <Button key="stay" variant={isNew ? 'primary' : 'default'} onClick={onStay}>
      <FormattedMessage id="otherLogin.stay" values={{ name }} />
    </Button>
  );
  return <Actions>{isNew ? [stay, change] : [change, stay]}</Actions>;
}

/**
 * Shown instead of an invitation for another user, or of the login beside a session by PIN. Names
 * the user who is logged in, and offers to continue as this user or to log out.
 */
export function OtherLoginPage({
  languageChoice,
  route: {
    params: { hashUserKey },
  },
}: {
  languageChoice: ReactNode;
  route: Pick<RouteMatch, 'params'>;
}) {
  const intl = useIntl();
  const navigate = useNavigate();
  const user = useUser();
  const invitation = useKnownInvitation(hashUserKey);
  const hasLogin = isLive(useStored('registeredSession'));
  const logout = useLogout();
  const situation = findSituation(invitation, hasLogin);
  const name = user ? formatPersonName(user) : '';
  const title = intl.formatMessage({ id: 'otherLogin.title' }, { name });
  usePageTitle(title);
  // after a logout the next page has the same address, so that no navigation moves the focus
  useEffect(() => () => void followHeadline(), []);

  function stayLoggedIn(): void {
    if (situation === 'new') writeTabChoice('acceptedInvitation', hashUserKey);
    void navigate(situation === 'new' ? paths.start(hashUserKey) : paths.dashboard(), {
      replace: true,
    });
  }

  return (
    <AccessPage
      inviter={invitation}
      title={title}
      languageChoice={languageChoice}
      aside={{
        illustration: <LockedFolder />,
        title: intl.formatMessage({ id: 'otherLogin.why.title' }),
        text: intl.formatMessage({ id: 'otherLogin.why.text' }),
      }}
    >
      <p>
        <FormattedMessage
          id={texts[situation].text}
          values={{ account: invitation?.accountName }}
        />
      </p>
      <Choices situation={situation} name={name} onChange={logout.start} onStay={stayLoggedIn} />
      {logout.question}
    </AccessPage>
  );
}

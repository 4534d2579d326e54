import { styled } from '@linaria/react';
import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { postedNames } from '#schemas/forms/postedForms.ts';
import { startPostedSession } from '#src/api/access/sessions.ts';
import { AccessPage } from '#src/forms/AccessPage.tsx';
import { Failure, Loading } from '#src/forms/Failure.tsx';
import { useShownLanguage } from '#src/locale/useShownLanguage.ts';
import { navigation } from '#src/routing/navigation.ts';
import { paths } from '#src/routing/paths.ts';
import { usePageTitle } from '#src/routing/usePageTitle.ts';
import { Button } from '#src/ui/Button.tsx';
import { LockedFolder } from '#src/ui/LockedFolder.tsx';
import { Note } from '#src/ui/Note.tsx';
import { Scriptless } from '#src/ui/Scriptless.tsx';
import { useIsHydrated } from '#src/ui/useIsHydrated.ts';

const Content = styled.div`
  display: grid;
  gap: var(--s-5);
  justify-items: start;
`;

/** Starts the session that the server has opened, and opens the portal. */
function OpenPortal() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    // React may run an effect twice; each run would rotate the token.
    const timer = setTimeout(() => {
      void startPostedSession('registered').then((outcome) => {
        if (outcome !== undefined && !outcome.isAuthenticationError) return setFailure(outcome);
        if (outcome === undefined) dispatch(navigation.actions.loggedIn());
        void navigate(paths.login(), { replace: true }); // which redirects a user with a session
      });
    });
    return () => clearTimeout(timer);
  }, [attempt, dispatch, navigate]);

  function retry() {
    setFailure(undefined);
    setAttempt((count) => count + 1);
  }

  return failure === undefined ? <Loading /> : <Failure error={failure} retry={retry} />;
}

/** Says what needs scripts, and ends the session without any. */
function WithoutScripts() {
  const language = useShownLanguage();
  return (
    <Scriptless>
      <Content>
        <Note tone="warning">
          <p>
            <FormattedMessage id="loggedIn.needsScripts" />
          </p>
        </Note>
        <p>
          <FormattedMessage id="loggedIn.shared" />
        </p>
        <form method="post" action="?" encType="multipart/form-data">
          <input type="hidden" name={postedNames.language} value={language} readOnly />
          <Button type="submit">
            <FormattedMessage id="nav.logout" />
          </Button>
        </form>
      </Content>
    </Scriptless>
  );
}

/** /logged-in: follows a login that was posted without scripts. With scripts it opens the portal. */
export function LoggedInPage({ languageChoice }: { languageChoice: ReactNode }) {
  const intl = useIntl();
  const title = intl.formatMessage({ id: 'loggedIn.title' });
  usePageTitle(title);
  const isHydrated = useIsHydrated();
  return (
    <AccessPage
      inviter={undefined}
      title={title}
      languageChoice={languageChoice}
      aside={{
        illustration: <LockedFolder />,
        title: intl.formatMessage({ id: 'login.why.title' }),
        text: intl.formatMessage({ id: 'login.why.text' }),
      }}
    >
      <WithoutScripts />
      {isHydrated && <OpenPortal />}
    </AccessPage>
  );
}

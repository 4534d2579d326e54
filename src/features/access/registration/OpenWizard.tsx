import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { RegistrationStep } from '#schemas/access/accessPages.ts';
import { startPostedSession } from '#src/api/access/sessions.ts';
import type { ApiError } from '#src/api/client/errors.ts';
import type { AppDispatch } from '#src/api/client/dispatch.ts';
import { Failure } from '#src/forms/Failure.tsx';
import { navigation } from '#src/routing/navigation.ts';
import { paths, type WizardPage } from '#src/routing/paths.ts';
import { readStored, writeStored, writeTabChoice } from '#src/device/storage.ts';
import { registration } from './slice.ts';

type Posted = { hashUserKey: string; step: RegistrationStep | undefined };

/** Returns true for a step that has data of the steps before. */
const isPosted = (step: RegistrationStep | undefined): boolean =>
  step !== undefined && step.page !== 'welcome' && step.page !== 'done';

/** The wizard asks in its login step whether to add the provider. */
export const toWizardPage = (page: RegistrationStep['page']): WizardPage =>
  page === 'join' ? 'login' : page;

/** Starts the sessions that were opened by posted pages. Returns why there is none of the PIN. */
async function startSessions(step: RegistrationStep | undefined): Promise<ApiError | undefined> {
  const outcome = await startPostedSession('unregistered');
  // without one, the wizard asks for the login again
  if (outcome === undefined && step?.page === 'join') await startPostedSession('registered');
  return outcome;
}

/** Reads the username that was typed on the page, whose form may not be hydrated yet. */
const readTyped = (): string | undefined =>
  document.querySelector<HTMLInputElement>('main input[name=username]')?.value;

/** Stores the step that was posted, else keeps the one of this browser. Returns its page. */
function storeStep({ hashUserKey, step }: Posted, dispatch: AppDispatch): WizardPage {
  const kept = readStored('registration');
  const isKept = kept?.hashUserKey === hashUserKey && !isPosted(step);
  const { page, accepted } = isKept
    ? kept
    : { ...step, page: toWizardPage(step?.page ?? 'welcome') };
  writeStored('registration', { hashUserKey, page, ...(accepted ? { accepted } : {}) });
  dispatch(navigation.actions.loggedIn());
  const isChosen = page === 'username' || page === 'password';
  const username = isChosen ? (readTyped() ?? step?.username) : undefined;
  if (username) {
    writeTabChoice('chosenUsername', username);
    dispatch(registration.actions.usernameChosen(username));
  }
  return page;
}

type Outcome = { failure: ApiError | undefined; repost: (() => void) | undefined };

/**
 * Starts the sessions, unless the page is posted before. Holds back what is posted meanwhile,
 * because the cookie is renewed and the earlier one opens nothing. Returns a function that stops.
 */
function startAndHoldPosts(
  step: RegistrationStep | undefined,
  onOutcome: (outcome: Outcome) => void,
): () => void {
  let isStarting = false;
  let repost: Outcome['repost'];
  // React may run an effect twice; each run would rotate the token.
  const timer = setTimeout(() => {
    isStarting = true;
    void startSessions(step).then((failure) => {
      isStarting = false;
      onOutcome({ failure, repost });
    });
  });
  function handleSubmit(event: SubmitEvent) {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
    if (!isStarting) return clearTimeout(timer); // the next page starts them
    event.preventDefault();
    const { target, submitter } = event;
    repost = () => target.requestSubmit(submitter);
  }
  addEventListener('submit', handleSubmit);
  return () => {
    clearTimeout(timer);
    removeEventListener('submit', handleSubmit);
  };
}

/**
 * Continues in the wizard: starts the session that the PIN has opened, at the step that was posted,
 * else at the one that this browser has stored. A step that the client sends meanwhile is posted.
 */
export function OpenWizard({ onLeave, ...posted }: Posted & { onLeave: () => void }) {
  const { hashUserKey, step } = posted;
  const dispatch = useDispatch<AppDispatch>();
  const navigate = useNavigate();
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<unknown>();

  const leaveFor = useEffectEvent((address: string) => {
    flushSync(onLeave); // its forms go first, because they would be posted to the next address
    void navigate(address, { replace: true });
  });

  useEffect(
    () =>
      startAndHoldPosts(step, ({ failure, repost }) => {
        if (failure?.isAuthenticationError) return leaveFor(paths.start(hashUserKey));
        if (failure) return setFailure(failure);
        if (repost) return repost();
        leaveFor(paths.registration(hashUserKey, storeStep({ hashUserKey, step }, dispatch)));
      }),
    [attempt, dispatch, hashUserKey, step],
  );

  function retry() {
    setFailure(undefined);
    setAttempt((count) => count + 1);
  }

  return failure === undefined ? null : <Failure error={failure} retry={retry} />;
}

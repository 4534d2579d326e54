import { use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { AnsweredPageData, LoginRequired, PinPageData } from '#schemas/forms/assistants.ts';
import { hasReason, getProblem, isNetworkError } from '#src/api/client/errors.ts';
import { formSession, type Login } from '#src/api/client/formSession.ts';
import { useOnline } from '#src/device/useOnline.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import type { Sent } from '#src/device/indexedDb/receipts.ts';
import { pageParam } from '#src/routing/paths.ts';
import { removePrefill } from '#schemas/forms/prefill.rules.ts';
import { loadValidators } from '#src/forms/sheet/loadValidators.ts';
import { parseAddressAnswers } from '#src/forms/sheet/openEngine.ts';
import type { ClosedNotice } from './ClosedPage.tsx';
import { drawForm } from './drawnForm.ts';
import { PageDataContext } from './formPage.ts';
import type { FormLink } from './links.ts';
import { fetchProcess, openForm, type OpenedForm } from './openForm.ts';
import { describeOpened, describeUnopened, type AnsweredElsewhere } from './unsent.ts';
import { usePinLogin, type PinRequest } from './usePinLogin.ts';

export type ExternalForm =
  | { state: 'loading' }
  | { state: 'notFound' }
  | { state: 'closed'; closed: ClosedNotice }
  | ({ state: 'answered' } & AnsweredElsewhere)
  | { state: 'failed'; error: unknown }
  | { state: 'sent'; sent: Sent }
  | ({ state: 'ready'; opening?: Opening } & OpenedForm);

/** State of a drawn form whose workflow has not started: `failure` is why, after an attempt. */
export type Opening = { failure?: unknown };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const waitAfter =
  (login: Login, onAsk: (required: LoginRequired) => void): Login =>
  async (required, key) => {
    onAsk(required);
    const session = await login(required, key);
    await wait(pinLimits.fetchDelayMs);
    return session;
  };

type Entry = { prefill?: string } | null;

/**
 * Moves prefill answers from the address into the history entry, before a PIN is asked for. A
 * reload then still has them. Returns the query with them.
 */
function takePrefill(): string {
  const { pathname, search, hash } = location;
  const entry = history.state as Entry;
  const rest = removePrefill(search);
  if (rest === search) return entry?.prefill ?? search;
  history.replaceState({ ...entry, prefill: search }, '', pathname + rest + hash);
  return search;
}

/** Deletes the prefill answers once the form is open: the history must not contain them. */
function forgetPrefill(): void {
  const { prefill, ...entry } = (history.state ?? {}) as NonNullable<Entry>;
  if (prefill !== undefined) history.replaceState(entry, '');
}

function showOpened(
  opened: Awaited<ReturnType<typeof openForm>>,
  notice: ClosedNotice | undefined,
): ExternalForm {
  if (opened === 'closed') return showFirst(undefined, notice);
  if ('answered' in opened) return { state: 'answered', ...opened.answered };
  return 'sent' in opened ? { state: 'sent', sent: opened.sent } : { state: 'ready', ...opened };
}

/** Who has closed the form: known from the drawn form, or from the question for a PIN. */
type Closer = { drawn: OpenedForm | undefined; asked: LoginRequired | undefined };

function describeClosed(error: unknown, { drawn, asked }: Closer): ClosedNotice {
  const text = getProblem(error)?.text ?? null;
  const title = drawn?.process.formElement.title ?? null;
  const provider = drawn?.process ?? asked;
  if (!provider) return { text };
  const { accountId, accountName, headerLogoUrl, theme, contact } = provider;
  return { accountId, accountName, headerLogoUrl, theme, contact, title, text };
}

const hasFailed = (form: ExternalForm): boolean =>
  form.state === 'failed' || (form.state === 'ready' && form.opening?.failure !== undefined);

/** A drawn form stays without a connection, because the visitor may be typing. */
function showFailure(error: unknown, { drawn, asked }: Closer): ExternalForm {
  if (hasReason(error, 'formClosed'))
    return { state: 'closed', closed: describeClosed(error, { drawn, asked }) };
  if (drawn && isNetworkError(error))
    return { state: 'ready', ...drawn, opening: { failure: error } };
  return hasReason(error, 'notFound') ? { state: 'notFound' } : { state: 'failed', error };
}

/** Provides the form's session to its calls while the form is open. */
function useFormSession(login: Login): void {
  // An expired token is renewed by the next call, with the PIN if there is one.
  useEffect(() => {
    formSession.setLogin(login);
    return () => formSession.setLogin(undefined);
  }, [login]);

  // Other pages use the session of the user.
  useEffect(() => () => formSession.set(undefined), []);
}

/** Draws the form that the document carries, unless the address names one of its later pages. */
function useEmbeddedForm({ here }: FormLink): OpenedForm | undefined {
  const { form: embedded } = use(PageDataContext);
  const [query] = useSearchParams();
  const [drawn] = useState(() =>
    embedded?.here === here && !query.has(pageParam) ? drawForm(embedded) : undefined,
  );
  return drawn;
}

/** Returns what the document says instead of a closed form. */
function useEmbeddedNotice({ here }: FormLink): ClosedNotice | undefined {
  const { closed } = use(PageDataContext);
  return closed?.here === here ? closed.closed : undefined;
}

/** Returns what the document has instead of a form that was answered. */
export function useEmbeddedAnswered({ here }: FormLink): AnsweredPageData | undefined {
  const { answered } = use(PageDataContext);
  return answered?.here === here ? answered : undefined;
}

/** Returns the page of the PIN that the document carries. */
function useEmbeddedPin({ here }: FormLink): PinPageData | undefined {
  const { pin } = use(PageDataContext);
  return pin?.here === here ? pin : undefined;
}

const showFirst = (
  drawn: OpenedForm | undefined,
  closed: ClosedNotice | undefined,
  isAnswered = false,
): ExternalForm => {
  if (closed) return { state: 'closed', closed };
  if (isAnswered) return { state: 'answered' };
  return drawn ? { state: 'ready', ...drawn, opening: {} } : { state: 'loading' };
};

/** Fills a drawn form from its address and loads its rules, beside the calls that open it. */
function useDrawnForm(drawn: OpenedForm | undefined): void {
  // before the effects of elements, which may make calls
  useLayoutEffect(() => (drawn ? formSession.expect() : undefined), [drawn]);
  useEffect(() => {
    if (!drawn) return;
    const { process, engine, posted } = drawn;
    const prefilled = Object.entries(parseAddressAnswers(process.formElement, takePrefill()));
    const isGiven = (id: string) =>
      engine.touched.has(id) || Object.hasOwn(posted?.answers ?? {}, id);
    engine.store.merge(Object.fromEntries(prefilled.filter(([id]) => !isGiven(id))));
    void loadValidators(process.metaData.validatorUrl).then(engine.setRules, () => undefined);
  }, [drawn]);
}

/** Shows a form that was answered before this page could open it. */
async function showAnswered(
  { form, findKey }: FormLink,
  drawn: OpenedForm | undefined,
  error: unknown,
): Promise<ExternalForm> {
  const workflowKey = drawn && (await findKey().catch(() => undefined));
  const { submittedAt } = getProblem(error) ?? {};
  const written = { form, drawn, workflowKey };
  return { state: 'answered', ...(await describeUnopened(written, submittedAt)) };
}

type OpeningOptions = Pick<Parameters<typeof openForm>[0], 'link' | 'idempotencyKey' | 'drawn'> & {
  login: Login;
  notice: ClosedNotice | undefined;
  isAnswered: boolean;
};

/** Opens the form. Returns what to show, also after a failure. */
async function openAndShow({
  login,
  notice,
  isAnswered,
  drawn,
  ...options
}: OpeningOptions): Promise<ExternalForm> {
  let asked: LoginRequired | undefined;
  try {
    const opened = await openForm({
      ...options,
      drawn,
      search: takePrefill(),
      login: waitAfter(login, (required) => void (asked = required)),
      isClosed: notice !== undefined,
    });
    forgetPrefill();
    formSession.settle(); // without a session, if the form was answered
    return showOpened(opened, notice);
  } catch (error) {
    if (!isNetworkError(error)) formSession.settle(); // else its calls wait for a connection
    if (isAnswered) return { state: 'answered' }; // as the document says
    if (!hasReason(error, 'alreadySubmitted')) return showFailure(error, { drawn, asked });
    return showAnswered(options.link, drawn, error);
  }
}

/**
 * Opens the form of a link, also when the device is online again. `retry` opens again, `refresh`
 * reloads after a failed submission. `pin` is set while it waits for a PIN.
 */
export function useExternalForm(link: FormLink): ExternalForm & {
  retry: () => void;
  refresh: (error: unknown) => void;
  pin: PinRequest | undefined;
} {
  const drawn = useEmbeddedForm(link);
  const notice = useEmbeddedNotice(link);
  const embedded = useEmbeddedAnswered(link);
  const isAnswered = embedded !== undefined;
  const hasUnsent = embedded?.unsent !== undefined; // which an opened form would replace
  const [form, setForm] = useState<ExternalForm>(() => showFirst(drawn, notice, isAnswered));
  const [attempt, setAttempt] = useState(0);
  const [idempotencyKey] = useState(generateKey);
  const { login, getRequest } = usePinLogin(idempotencyKey, useEmbeddedPin(link));
  const opening = useRef(link);
  const cameOnline = useRef(false);
  useDrawnForm(drawn);

  useEffect(() => {
    if (hasUnsent) return undefined;
    let isCurrent = true;
    // React may run an effect twice; only one run may start a workflow.
    const timer = setTimeout(() => {
      cameOnline.current = false;
      const options = { link: opening.current, login, idempotencyKey, drawn, notice, isAnswered };
      void openAndShow(options).then((next) => {
        if (!isCurrent) return;
        // its calls may have started before the device was online
        if (hasFailed(next) && cameOnline.current) setAttempt((count) => count + 1);
        else setForm(next);
      });
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [login, idempotencyKey, attempt, drawn, notice, isAnswered, hasUnsent]);
  useFormSession(login);

  function retry() {
    setForm((now) =>
      drawn && now.state === 'ready' ? { ...now, opening: {} } : { state: 'loading' },
    );
    setAttempt((count) => count + 1);
  }

  useOnline(() => {
    cameOnline.current = true;
    if (hasFailed(form)) retry();
  });

  /**
   * Reloads the form after an error and keeps every answer. An expired workflow restarts from the
   * draft. One that another device has sent shows the answers of this one.
   */
  async function refresh(failure: unknown) {
    if (form.state !== 'ready') return;
    if (hasReason(failure, 'alreadySubmitted'))
      return setForm({ state: 'answered', ...describeOpened(form, failure) });
    try {
      const process = await fetchProcess(form.process.workflowKey);
      setForm((now) => (now.state === 'ready' ? { ...now, process } : now));
    } catch (error) {
      if (hasReason(error, 'notFound')) retry();
    }
  }

  return { ...form, pin: getRequest(form.state), retry, refresh: (error) => void refresh(error) };
}

import { isOpenToVisitors } from '#schemas/forms/providerForms.rules.ts';
import type {
  BusinessForm,
  BusinessFormDetail,
  FormFigures,
  FormPreview,
} from '#schemas/forms/businessForms.ts';
import { getStartOfDay, countMondaysUpTo } from '#schemas/forms/formFigures.rules.ts';
import { getContent, listPages, reviewPage } from '#schemas/forms/forms.ts';
import { formFigureLimits } from '#schemas/forms/limits.ts';
import { pageFamilies, webAddresses } from '#schemas/platform/webAddresses.ts';
import { figureLimits } from '#server/forms/limits.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { createProblem } from '#server/problem.ts';
import { getAccount, getRequiredConsents } from '#server/accounts/accounts/service.ts';
import { withClosings } from '#server/forms/closings/service.ts';
import { getSteps } from '#server/forms/formSteps/service.ts';
import { getRole, type Onlooker } from '#server/accounts/staff/service.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import { getValidatorUrl } from '#server/validators/routes.ts';
import * as repository from './repository.ts';

const listWeeks = ({ clock }: Deps): string[] => countMondaysUpTo(clock.now(), figureLimits.weeks);

async function present(
  deps: Deps,
  rows: readonly repository.ListedForm[],
  weeks: readonly string[],
): Promise<BusinessForm[]> {
  const counted = await repository.countSubmissions(
    deps.db,
    rows.map(({ id }) => id),
    weeks.map((monday) => getStartOfDay(monday).toISOString()),
  );
  const forms = await withClosings(deps, rows);
  return forms.map(
    ({ id, processGuid, state, visibility, revision, publishedAt, isDraftNewer, ...form }) => ({
      formId: id,
      title: form.title,
      state,
      revision,
      publishedAt,
      isDraftNewer: Boolean(isDraftNewer),
      isPinProtected: Number(form.pins) > 0,
      isClosed: form.closing.closedBy !== null,
      url: isOpenToVisitors({ state, visibility })
        ? `${deps.config.publicUrl}${webAddresses.externalForm(processGuid)}`
        : null,
      submissions: weeks.map(
        (_, week) => counted.find((each) => each.formId === id && each.week === week)?.count ?? 0,
      ),
    }),
  );
}

/** Lists the account's forms; throws `notFound` for a caller who is not its staff. */
export async function listForms(
  deps: Deps,
  onlooker: Onlooker,
  { cursor, limit = formFigureLimits.pageSize }: { cursor?: string; limit?: number },
) {
  const { accountId } = onlooker;
  await getRole(deps.db, onlooker);
  const found = await repository.listForms(
    deps.db,
    accountId,
    limit,
    cursor ? decodeCursor(cursor) : undefined,
  );
  const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const weeks = listWeeks(deps);
  return { weeks, items: await present(deps, rows, weeks), ...next };
}

/** Returns one of the account's forms; throws `notFound` for another one, and for other callers. */
async function getForm(
  deps: Deps,
  onlooker: Onlooker,
  formId: string,
): Promise<repository.ListedForm> {
  await getRole(deps.db, onlooker);
  const form = await repository.findForm(deps.db, onlooker.accountId, formId);
  if (!form) throw createProblem('notFound');
  return form;
}

async function getFigures(deps: Deps, formId: string, number: number): Promise<FormFigures> {
  const revision = await repository.findRevision(deps.db, formId, number);
  if (!revision) throw createProblem('notFound');
  const pages = listPages(revision.definition);
  const count = await getSteps(deps, { formId, revision: number });
  return {
    revision: number,
    begun: count('begun'),
    sent: count('sent'),
    reviewed: pages.length > 1 ? count(`page:${reviewPage}`) : null,
    pages: pages.map(({ id, title, visibleWhen }) => ({
      id,
      title,
      isConditional: visibleWhen !== undefined,
      reached: count(`page:${id}`),
    })),
  };
}

/** Returns both addresses of the account's page; null if its page is elsewhere. */
async function listPublicPages({ db, config }: Deps, accountId: string): Promise<string[]> {
  const { uniqueKey, publicPageElsewhere } = await getAccount(db, { accountId });
  return publicPageElsewhere === null
    ? pageFamilies.map((family) => config.publicUrl + webAddresses.publicPage(family, uniqueKey))
    : [];
}

export async function readForm(
  deps: Deps,
  onlooker: Onlooker,
  formId: string,
  revision?: number,
): Promise<BusinessFormDetail> {
  const form = await getForm(deps, onlooker, formId);
  const weeks = listWeeks(deps);
  const [presented] = await present(deps, [form], weeks);
  if (!presented) throw createProblem('notFound');
  const asked = revision ?? form.revision;
  return {
    ...presented,
    weeks,
    publicPages:
      form.state === 'published' && form.visibility === 'public' && !presented.isClosed
        ? await listPublicPages(deps, onlooker.accountId)
        : [],
    revisions: await repository.listRevisions(deps.db, formId, figureLimits.maxRevisions),
    figures: asked === null ? null : await getFigures(deps, formId, asked),
  };
}

/** Returns the newest revision without a workflow; throws `notFound` for an unpublished form. */
export async function previewForm(
  deps: Deps,
  onlooker: Onlooker,
  formId: string,
): Promise<FormPreview> {
  const { revision: number } = await getForm(deps, onlooker, formId);
  const stored =
    number === null ? undefined : await repository.findRevision(deps.db, formId, number);
  if (!stored) throw createProblem('notFound');
  const revision = await withCurrentValidators(deps, stored);
  const { definition } = revision;
  const account = await getAccount(deps.db, onlooker);
  return {
    revision: revision.number,
    formElement: getContent(definition),
    assistantNotice: definition.assistantNotice ?? null,
    ...getRequiredConsents(definition, account),
    theme: {
      primaryColor: account.primaryColor,
      secondaryColor: account.secondaryColor,
      ...definition.theme,
    },
    validatorUrl: getValidatorUrl(revision.validatorHash),
  };
}

import type {
  BusinessForm,
  BusinessFormDetail,
  FormFigures,
  FormPreview,
} from '#schemas/businessForms.ts';
import type { LocalizedText } from '#schemas/common.ts';
import { dayBegins, mondaysUpTo } from '#schemas/formFigures.rules.ts';
import { contentOf, pagesOf, reviewPage, type FormDefinition } from '#schemas/forms.ts';
import { limits } from '#schemas/limits.ts';
import { pageFamilies, webAddresses } from '#schemas/webAddresses.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { problem } from '#server/http/errors.ts';
import { accountOf, consentAskedBy } from '#server/modules/accounts/service.ts';
import { stepsOf } from '#server/modules/formSteps/service.ts';
import { roleOf } from '#server/modules/staff/service.ts';
import { withCurrentValidators } from '#server/validators/currentValidators.ts';
import { validatorUrl } from '#server/validators/routes.ts';
import * as repository from './repository.ts';

/** Somebody who is logged in, and the account whose forms they ask for. */
export type Onlooker = { accountId: string; userId: string };

const weeksShown = ({ clock }: Deps): string[] =>
  mondaysUpTo(clock.now(), limits.formFigures.weeks);

async function present(
  deps: Deps,
  rows: readonly repository.ListedForm[],
  weeks: readonly string[],
): Promise<BusinessForm[]> {
  const counted = await repository.countSubmissions(
    deps.db,
    rows.map(({ id }) => id),
    weeks.map((monday) => dayBegins(monday).toISOString()),
  );
  return rows.map(
    ({ id, processGuid, state, title, revision, publishedAt, isDraftNewer, pins }) => ({
      formId: id,
      title: JSON.parse(title) as LocalizedText,
      state,
      revision,
      publishedAt,
      isDraftNewer: Boolean(isDraftNewer),
      isPinProtected: Number(pins) > 0,
      url:
        state === 'published'
          ? `${deps.config.publicUrl}${webAddresses.externalForm(processGuid)}`
          : null,
      submissions: weeks.map(
        (_, week) => counted.find((each) => each.formId === id && each.week === week)?.count ?? 0,
      ),
    }),
  );
}

/** The account's forms; throws `notFound` for whoever does not work there. */
export async function listForms(
  deps: Deps,
  { accountId, userId }: Onlooker,
  { cursor, limit = limits.formFigures.pageSize }: { cursor?: string; limit?: number },
) {
  await roleOf(deps.db, accountId, userId);
  const found = await repository.listForms(
    deps.db,
    accountId,
    limit,
    cursor ? decodeCursor(cursor) : undefined,
  );
  const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const weeks = weeksShown(deps);
  return { weeks, items: await present(deps, rows, weeks), ...next };
}

/** One of the account's forms; throws `notFound` for another's, and for whoever does not work there. */
async function formOf(
  deps: Deps,
  { accountId, userId }: Onlooker,
  formId: string,
): Promise<repository.ListedForm> {
  await roleOf(deps.db, accountId, userId);
  const form = await repository.findForm(deps.db, accountId, formId);
  if (!form) throw problem('notFound');
  return form;
}

async function figuresOf(deps: Deps, formId: string, number: number): Promise<FormFigures> {
  const revision = await repository.findRevision(deps.db, formId, number);
  if (!revision) throw problem('notFound');
  const pages = pagesOf(JSON.parse(revision.definition) as FormDefinition);
  const count = await stepsOf(deps, { formId, revision: number });
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

/** The account's own page, under both families of addresses; none where it has its page elsewhere. */
async function publicPagesOf({ db, config }: Deps, accountId: string): Promise<string[]> {
  const { uniqueKey, publicPageElsewhere } = await accountOf(db, { accountId });
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
  const form = await formOf(deps, onlooker, formId);
  const weeks = weeksShown(deps);
  const [presented] = await present(deps, [form], weeks);
  if (!presented) throw problem('notFound');
  const asked = revision ?? form.revision;
  return {
    ...presented,
    weeks,
    publicPages: form.state === 'published' ? await publicPagesOf(deps, onlooker.accountId) : [],
    revisions: await repository.listRevisions(deps.db, formId, limits.formFigures.maxRevisions),
    figures: asked === null ? null : await figuresOf(deps, formId, asked),
  };
}

/** The form as it was published last, without a workflow; throws `notFound` before that. */
export async function previewForm(
  deps: Deps,
  onlooker: Onlooker,
  formId: string,
): Promise<FormPreview> {
  const { revision: number } = await formOf(deps, onlooker, formId);
  const stored =
    number === null ? undefined : await repository.findRevision(deps.db, formId, number);
  if (!stored) throw problem('notFound');
  const revision = await withCurrentValidators(deps, stored);
  const definition = JSON.parse(revision.definition) as FormDefinition;
  const account = await accountOf(deps.db, onlooker);
  return {
    revision: revision.number,
    formElement: contentOf(definition),
    assistantNotice: definition.assistantNotice ?? null,
    ...consentAskedBy(definition, account),
    theme: {
      primaryColor: account.primaryColor,
      secondaryColor: account.secondaryColor,
      ...definition.theme,
    },
    validatorUrl: validatorUrl(revision.validatorHash),
  };
}

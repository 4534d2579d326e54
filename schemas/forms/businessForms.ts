import * as Type from 'typebox';
import { Id, IsoDateTime, LocalizedText, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { FormContent, FormTheme } from './forms.ts';
import { formFigureLimits } from '#schemas/forms/limits.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
/** YYYY-MM-DD, a Monday in Germany */
const Monday = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });
const Revision = Type.Integer({ minimum: 1 });

/** A form for the staff of its account. */
export const BusinessForm = Type.Object({
  formId: Id,
  /** Title of the newest revision, else of the draft. */
  title: LocalizedText,
  state: StringEnum(['draft', 'published', 'withdrawn']),
  /** Newest published revision; null before the first. */
  revision: OrNull(Revision),
  publishedAt: OrNull(IsoDateTime),
  /** true when the draft differs from the newest revision */
  isDraftNewer: Type.Boolean(),
  isPinProtected: Type.Boolean(),
  /** true while the provider has closed the form to visitors */
  isClosed: Type.Boolean(),
  /** Full address for visitors; null while unpublished. */
  url: OrNull(Type.String()),
  /** Submissions by week. */
  submissions: Type.Array(Count),
});
export type BusinessForm = Type.Static<typeof BusinessForm>;

/** Anonymous counts of one revision's visitors in the shown weeks. */
export const FormFigures = Type.Object({
  revision: Revision,
  /** gave an answer */
  begun: Count,
  /** reached this page; a single page is the whole form */
  pages: Type.Array(
    Type.Object({
      id: Type.String(),
      title: LocalizedText,
      /** conditional page */ isConditional: Type.Boolean(),
      reached: Count,
    }),
  ),
  /** reached the review step; null without one */
  reviewed: OrNull(Count),
  sent: Count,
});
export type FormFigures = Type.Static<typeof FormFigures>;

export const BusinessFormDetail = Type.Object({
  ...BusinessForm.properties,
  weeks: Type.Array(Monday),
  /** Addresses of the public page that offers the form; empty otherwise. */
  publicPages: Type.Array(Type.String()),
  /** Newest first. */
  revisions: Type.Array(Type.Object({ number: Revision, publishedAt: IsoDateTime })),
  /** Counts of the requested or newest revision; null before the first. */
  figures: OrNull(FormFigures),
});
export type BusinessFormDetail = Type.Static<typeof BusinessFormDetail>;

/** Everything to preview a form, without the means to submit it. */
export const FormPreview = Type.Object({
  revision: Revision,
  formElement: FormContent,
  assistantNotice: OrNull(LocalizedText),
  showAgb: Type.Boolean(),
  showDatenschutz: Type.Boolean(),
  theme: FormTheme,
  /** Address of the compiled validators: same origin, content hash in the name. */
  validatorUrl: Type.String(),
});
export type FormPreview = Type.Static<typeof FormPreview>;

const staff = ['registered'] as const;
const AccountParams = Type.Object({ acc: Id });
const FormParams = Type.Object({ acc: Id, formId: Id });

export const listBusinessForms = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/business/forms',
  session: staff,
  summary:
    'Lists the forms of an account with their submissions of the last weeks, newest first. 404 ' +
    'unless the caller works there.',
  params: AccountParams,
  query: Type.Object({
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: formFigureLimits.pageSize,
        default: formFigureLimits.pageSize,
      }),
    ),
  }),
  reply: Type.Object({
    /** Mondays in Germany, oldest first, the present week last. */ weeks: Type.Array(Monday),
    items: Type.Array(BusinessForm),
    cursor: Type.Optional(Type.String()),
  }),
  errors: ['notFound', 'secondFactorRequired', 'invalidInput'],
});

export const getBusinessForm = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/business/forms/:formId',
  session: staff,
  summary:
    'Returns a form, its links and how far its visitors have come. 404 for an unknown revision.',
  params: FormParams,
  query: Type.Object({ revision: Type.Optional(Revision) }),
  reply: BusinessFormDetail,
  errors: ['notFound', 'secondFactorRequired', 'invalidInput'],
});

export const previewBusinessForm = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/business/forms/:formId/preview',
  session: staff,
  summary:
    'Returns the published form to try out. Starts no workflow and accepts no submission. 404 ' +
    'before the first publication.',
  params: FormParams,
  reply: FormPreview,
  errors: ['notFound', 'secondFactorRequired', 'unavailable'],
});

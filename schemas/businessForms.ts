import * as Type from 'typebox';
import { Id, IsoDateTime, LocalizedText, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { FormContent, FormTheme } from './forms.ts';
import { limits } from './limits.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
/** YYYY-MM-DD, a Monday in Germany */
const Monday = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });
const Revision = Type.Integer({ minimum: 1 });

/** A form as the staff of its account sees it. */
export const BusinessForm = Type.Object({
  formId: Id,
  /** As it was published last; of one that never was, as its draft has it. */
  title: LocalizedText,
  state: StringEnum(['draft', 'published', 'withdrawn']),
  /** Number of the newest published revision, null before the first. */
  revision: OrNull(Revision),
  publishedAt: OrNull(IsoDateTime),
  /** Whether the draft says something else than what was published last. */
  isDraftNewer: Type.Boolean(),
  isPinProtected: Type.Boolean(),
  /** Full address for visitors, null while it is not on the net. */
  url: OrNull(Type.String()),
  /** How often it was sent, in each of the weeks. */
  submissions: Type.Array(Count),
});
export type BusinessForm = Type.Static<typeof BusinessForm>;

/** What visitors of one revision have done, in the weeks that are shown. Numbers only: who they were is kept nowhere. */
export const FormFigures = Type.Object({
  revision: Revision,
  /** filled in something */
  begun: Count,
  /** came to this page; one of a form with a single page is the form */
  pages: Type.Array(
    Type.Object({
      id: Type.String(),
      title: LocalizedText,
      /** not shown to everybody */ isConditional: Type.Boolean(),
      reached: Count,
    }),
  ),
  /** came to reading everything once more; null where a form has no such step */
  reviewed: OrNull(Count),
  sent: Count,
});
export type FormFigures = Type.Static<typeof FormFigures>;

export const BusinessFormDetail = Type.Object({
  ...BusinessForm.properties,
  weeks: Type.Array(Monday),
  /** The account’s own page, in both families of addresses, where it offers the form; none while it does not. */
  publicPages: Type.Array(Type.String()),
  /** The newest first. */
  revisions: Type.Array(Type.Object({ number: Revision, publishedAt: IsoDateTime })),
  /** Of the revision that was asked for, else of the newest; null before the first. */
  figures: OrNull(FormFigures),
});
export type BusinessFormDetail = Type.Static<typeof BusinessFormDetail>;

/** All that is needed to show a form as its visitors see it, and nothing to send it with. */
export const FormPreview = Type.Object({
  revision: Revision,
  formElement: FormContent,
  assistantNotice: OrNull(LocalizedText),
  showAgb: Type.Boolean(),
  showDatenschutz: Type.Boolean(),
  theme: FormTheme,
  /** Same-origin, content-hashed module with the compiled validators. */
  validatorUrl: Type.String(),
});
export type FormPreview = Type.Static<typeof FormPreview>;

const staff = ['registered'] as const;
const AccountParams = Type.Object({ acc: Id });
const FormParams = Type.Object({ acc: Id, formId: Id });

export const listBusinessForms = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/business/forms',
  tag: 'businessForms',
  session: staff,
  summary:
    'The forms of an account with how often each was sent in the last weeks, newest first. 404 for whoever does not work there.',
  params: AccountParams,
  query: Type.Object({
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.formFigures.pageSize,
        default: limits.formFigures.pageSize,
      }),
    ),
  }),
  reply: Type.Object({
    /** The Mondays on which they begin, in Germany; the running one last. */ weeks:
      Type.Array(Monday),
    items: Type.Array(BusinessForm),
    cursor: Type.Optional(Type.String()),
  }),
  errors: ['notFound', 'invalidInput'],
});

export const getBusinessForm = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/business/forms/:formId',
  tag: 'businessForms',
  session: staff,
  summary:
    'One form, where it is reached, and how far its visitors have come. A revision that it does not have is 404.',
  params: FormParams,
  query: Type.Object({ revision: Type.Optional(Revision) }),
  reply: BusinessFormDetail,
  errors: ['notFound', 'invalidInput'],
});

export const previewBusinessForm = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/business/forms/:formId/preview',
  tag: 'businessForms',
  session: staff,
  summary:
    'The form as it was published last, to be tried out: no workflow is started, and nothing can be sent. 404 before the first publication.',
  params: FormParams,
  reply: FormPreview,
  errors: ['notFound', 'unavailable'],
});

import * as Type from 'typebox';
import { CountedPage, Id, ListQuery, GivenLine } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { expertLimits } from '#schemas/forms/limits.ts';

/** Exactly 5 digits. */
export const postalCodeDigits = 5;
export const postalCodePattern = `^[0-9]{${postalCodeDigits}}$`;
export const PostalCode = Type.String({ pattern: postalCodePattern });

/** The provider's number of an expert; answers contain it. */
export const ExpertId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });

const Name = GivenLine(expertLimits.maxNameLength);

/** An expert to choose; the place distinguishes two of the same name. */
export const Participant = Type.Object({ id: ExpertId, name: Name, place: Type.String() });
export type Participant = Type.Static<typeof Participant>;

export const listParticipants = endpoint({
  method: 'GET',
  path: '/e.consult.:acc/participants/:postalCode',
  session: ['form', 'unregistered', 'registered'],
  summary: 'Lists the experts who work at a postal code, those of the narrowest area first.',
  params: Type.Object({ acc: Id, postalCode: PostalCode }),
  reply: Type.Array(Participant),
  errors: ['notFound'],
});

/** An expert in the provider API. */
export const ExpertProfile = Type.Object(
  {
    name: Name,
    place: GivenLine(expertLimits.maxNameLength),
    /** Postal codes or their first digits: "20" covers 20000 to 20999. */
    areas: Type.Array(Type.String({ pattern: '^[0-9]{1,5}$' }), {
      minItems: 1,
      maxItems: expertLimits.maxAreas,
      uniqueItems: true,
    }),
  },
  { additionalProperties: false },
);
export type ExpertProfile = Type.Static<typeof ExpertProfile>;

export const Expert = Type.Object({ expertId: ExpertId, ...ExpertProfile.properties });
export type Expert = Type.Static<typeof Expert>;

const ExpertParams = Type.Object({ expertId: ExpertId });

export const listExperts = endpoint({
  method: 'GET',
  path: '/provider/v1/experts',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Lists the provider’s experts, newest first, with their total.',
  query: ListQuery,
  reply: CountedPage(Expert),
});

export const putExpert = endpoint({
  method: 'PUT',
  path: '/provider/v1/experts/:expertId',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Creates or replaces the expert with this number, which the provider chooses.',
  params: ExpertParams,
  body: ExpertProfile,
  reply: Expert,
});

export const deleteExpert = endpoint({
  method: 'DELETE',
  path: '/provider/v1/experts/:expertId',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Deletes an expert. Answers that name the expert stay.',
  params: ExpertParams,
  reply: Type.Object({ deleted: Type.Boolean() }),
  errors: ['notFound'],
});

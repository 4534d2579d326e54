import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';

const PictureParams = Type.Object({ acc: Id, userId: Id });

export const getProfilePicture = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/user/:userId/profile/picture',
  session: ['registered', 'unregistered'],
  summary: 'Returns the caller’s own picture as a JPEG of 512 by 512 pixels; 404 without one.',
  params: PictureParams,
  answers: 'jpeg',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const getOtherProfilePicture = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/user/:userId/profile/picture/other',
  session: ['registered', 'unregistered'],
  summary: 'Returns the picture of another person of the same account; 404 without one.',
  params: PictureParams,
  answers: 'jpeg',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const setProfilePicture = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/user/:userId/profile/picture',
  session: ['registered'],
  afterEnd: 'open',
  summary:
    'Makes the caller’s upload their profile picture, redrawn upright and square without ' +
    'metadata. The upload is deleted after a day; until then the call may be retried.',
  params: PictureParams,
  body: Type.Object({ UploadId: Id }, { additionalProperties: false }),
  reply: Type.Object({ changed: Type.Literal(true) }),
  errors: ['notFound', 'invalidInput', 'unavailable', 'tooManyRequests'],
});

export const removeProfilePicture = endpoint({
  method: 'DELETE',
  path: '/v2.0/e.consult.:acc/user/:userId/profile/picture',
  session: ['registered'],
  afterEnd: 'open',
  summary: 'Removes the caller’s picture. A retry changes nothing.',
  params: PictureParams,
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound'],
});

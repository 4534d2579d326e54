import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';

const PictureParams = Type.Object({ acc: Id, userId: Id });

export const getProfilePicture = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/user/:userId/profile/picture',
  tag: 'profilePictures',
  session: ['registered', 'unregistered'],
  summary: 'The caller’s own picture as a JPEG, 512 pixels square; 404 means none.',
  params: PictureParams,
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const getOtherProfilePicture = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/user/:userId/profile/picture/other',
  tag: 'profilePictures',
  session: ['registered', 'unregistered'],
  summary: 'The picture of somebody of the same account; 404 means none.',
  params: PictureParams,
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const setProfilePicture = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/user/:userId/profile/picture',
  tag: 'profilePictures',
  session: ['registered'],
  summary:
    'Makes an upload of the caller’s, a JPEG or PNG, their picture: redrawn upright and ' +
    'square, without metadata. The upload itself goes after a day; until then the call may ' +
    'be repeated.',
  params: PictureParams,
  body: Type.Object({ UploadId: Id }, { additionalProperties: false }),
  reply: Type.Object({ changed: Type.Literal(true) }),
  errors: ['notFound', 'invalidInput', 'unavailable', 'tooManyRequests'],
});

export const removeProfilePicture = endpoint({
  method: 'DELETE',
  path: '/v2.0/e.consult.:acc/user/:userId/profile/picture',
  tag: 'profilePictures',
  session: ['registered'],
  summary: 'The caller’s picture goes; a repeat changes nothing.',
  params: PictureParams,
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound'],
});

import { randomBytes } from 'node:crypto';

/** 128 random bits, URL-safe: ids are unguessable and say nothing about each other. */
export const newId = (): string => randomBytes(16).toString('base64url');

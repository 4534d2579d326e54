import { findOutage } from '#server/http/outages.ts';
import { OperatorError } from '#server/operatorError.ts';

/** Turns the error of a full disk into a sentence for the operator. Returns any other as it is. */
export const explainFullDisk = (error: unknown): unknown =>
  findOutage(error) === 'storageFull'
    ? new OperatorError('The disk of the database or the files is full: make room and start again.')
    : error;

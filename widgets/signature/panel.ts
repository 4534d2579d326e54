import type { ReactNode } from 'react';
import type { SignatureContent, SignatureMethod } from './signatureAnswer.ts';

/** What each way of signing gets: what was given in this way, and where to put what is given now. */
export type PanelProps<M extends SignatureMethod> = {
  content: Extract<SignatureContent, { method: M }> | undefined;
  onGive: (content: SignatureContent | undefined) => void;
  /** when it was signed, for the sheet */
  date: ReactNode;
  isInvalid: boolean;
  isDisabled: boolean;
};

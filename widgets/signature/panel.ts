import type { ReactNode } from 'react';
import type { SignatureContent, SignatureMethod } from './signatureAnswer.ts';

/** Props of each method's panel: its current content and a callback. */
export type PanelProps<M extends SignatureMethod> = {
  content: Extract<SignatureContent, { method: M }> | undefined;
  onGive: (content: SignatureContent | undefined) => void;
  /** the day of signing, shown on the paper */
  date: ReactNode;
  isInvalid: boolean;
  isDisabled: boolean;
};

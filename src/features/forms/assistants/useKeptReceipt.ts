import { useEffect, useState } from 'react';
import type { Sent } from '#src/device/indexedDb/receipts.ts';
import { findReceipt } from './findReceipt.ts';

/** Loads the newest receipt of a form from this device, as one of an earlier submission. */
export function useKeptReceipt(form: string): Sent | undefined | 'loading' {
  const [sent, setSent] = useState<Sent | undefined | 'loading'>('loading');
  useEffect(() => {
    let isCurrent = true;
    void findReceipt(form).then((kept) => {
      if (isCurrent) setSent(kept && { ...kept.sent, wasSentBefore: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [form]);
  return sent;
}

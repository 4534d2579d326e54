import { useEffect, useState } from 'react';
import { registerServiceWorker } from '#src/device/serviceWorker.ts';

/**
 * Registers the service worker for offline use. Returns the function that activates a new version,
 * once there is one.
 */
export function useInstalled(): (() => void) | undefined {
  const [waiting, setWaiting] = useState<ServiceWorker>();

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const watching = new AbortController();
    const { signal } = watching;
    const offer = (worker: ServiceWorker | null) => {
      if (worker && serviceWorker.controller && !signal.aborted) setWaiting(worker);
    }; // the first version needs no consent
    const follow = (registration: ServiceWorkerRegistration | undefined) => {
      if (!registration) return; // some browsers return none if service workers are blocked
      offer(registration.waiting);
      registration.addEventListener(
        'updatefound',
        () => {
          const worker = registration.installing;
          worker?.addEventListener(
            'statechange',
            () => {
              if (worker.state === 'installed') offer(worker);
            },
            { signal },
          );
        },
        { signal },
      );
    };
    // without it the portal works online only
    registerServiceWorker().then(follow, () => undefined);
    return () => watching.abort();
  }, []);

  if (!waiting) return undefined;
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
      once: true,
    });
    waiting.postMessage('update');
  };
}

/** Registers the service worker. Rejects or returns undefined where the browser blocks them. */
export const registerServiceWorker = (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.register('/serviceWorker.js');

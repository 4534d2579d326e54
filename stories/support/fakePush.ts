import { replaceProperty } from './replaceProperty.ts';

type Fake = {
  permission: NotificationPermission;
  /** the answer of the user to the question of the browser */
  answers?: NotificationPermission;
  /** address of a subscription from before */
  endpoint?: string;
  /** The push service cannot be reached. */
  fails?: boolean;
};

/** The address at the push service of a browser that subscribes in a story. */
export const newEndpoint = 'https://push.example/new';

const makeSubscription = (endpoint: string, end: () => void) => ({
  endpoint,
  options: { applicationServerKey: null },
  unsubscribe: async () => {
    end();
    return true;
  },
  toJSON: () => ({
    endpoint,
    expirationTime: null,
    keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  }),
});

/** Gives the browser of a story a push service. Returns the function that ends it. */
export function fakePush({ permission, answers = 'granted', endpoint, fails = false }: Fake) {
  let current = permission;
  let subscription: ReturnType<typeof makeSubscription> | null = null;
  const subscribeAt = (address: string) => {
    subscription = makeSubscription(address, () => {
      subscription = null;
    });
    return subscription;
  };
  if (endpoint) subscribeAt(endpoint);
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => {
        if (fails) throw new DOMException('Registration failed', 'AbortError');
        return subscribeAt(newEndpoint);
      },
    },
  };
  const container = Object.assign(new EventTarget(), {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  });
  const notification = {
    get permission() {
      return current;
    },
    requestPermission: async () => {
      if (current === 'default') current = answers;
      return current;
    },
  };
  const restores = [
    replaceProperty(navigator, 'serviceWorker', container),
    replaceProperty(window, 'Notification', notification),
    replaceProperty(window, 'PushManager', class {}),
  ];
  return () => restores.forEach((restore) => restore());
}

/** Takes web push from the browser of a story; in a tab of an iPhone it needs the home screen. */
export function withoutPush({ isIos = false } = {}) {
  const before = Object.getOwnPropertyDescriptor(window, 'PushManager');
  Reflect.deleteProperty(window, 'PushManager');
  const restore = isIos ? replaceProperty(navigator, 'standalone', false) : () => undefined;
  return () => {
    restore();
    if (before) Object.defineProperty(window, 'PushManager', before);
  };
}

import { test } from '@playwright/test';

test('A journey never begins', () => undefined);

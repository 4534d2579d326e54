import { afterEach, beforeEach, expect, it } from 'vitest';
import { pinLimits } from '#schemas/forms/limits.ts';
import { hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';
import { pinRateLimits } from '#server/forms/limits.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import * as service from './service.ts';

const betweenMs = pinLimits.secondsBetween * secondMs;
const subject = service.getFormSubject('f1');

describeOnEachDatabase('PINs after the clock was set back', (open) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ open });
  });
  afterEach(() => server.close());

  const make = () => service.createPin(server.deps, subject, {});
  const tooMany = { reason: 'tooManyRequests' };
  /** Returns the reason why a PIN is refused; undefined if it opens. */
  const enter = async (digits: string) => {
    const pin = await service.getNewestPin(server.deps, subject);
    if (!pin) return 'none';
    return service.checkPin(server.deps, pin, digits).then(
      () => undefined,
      ({ reason }: { reason: string }) => reason,
    );
  };

  it('The next PIN may be made after the interval, measured from the newest one', async () => {
    await make();
    server.clock.forward(betweenMs / 4);
    server.clock.jump(-2 * hourMs);
    await expect(make()).rejects.toMatchObject(tooMany);
    server.clock.forward((betweenMs / 4) * 3);
    await make();
    server.clock.forward(betweenMs - 1);
    await expect(make()).rejects.toMatchObject(tooMany);
    server.clock.forward(1);
    await make();
  });

  it('The PINs of an hour are counted as without the jump', async () => {
    for (let made = 0; made < pinRateLimits.perHour; made += 1) {
      await make();
      server.clock.forward(betweenMs);
      if (made === 1) server.clock.jump(-2 * hourMs);
    }
    await expect(make()).rejects.toMatchObject(tooMany);
    server.clock.forward(hourMs - pinRateLimits.perHour * betweenMs);
    await make();
  });

  it('The new PIN opens, and the voided one does not', async () => {
    const { pin: voided } = await make();
    server.clock.forward(betweenMs);
    server.clock.jump(-2 * hourMs);
    const { pin } = await make();
    expect(await enter(pin)).toBeUndefined();
    if (voided !== pin) expect(await enter(voided)).toBe('falsePin');
  });

  it('A PIN is valid for its time and no longer', async () => {
    const { pin } = await make();
    server.clock.jump(-2 * hourMs);
    server.clock.forward(pinLimits.validMinutes * minuteMs - 1);
    expect(await enter(pin)).toBeUndefined();
    server.clock.forward(1);
    expect(await enter(pin)).toBe('pinVoid');
  });
});

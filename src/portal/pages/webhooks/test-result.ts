import { type Html, html } from '../../../http/response/html.ts';
import type { TestResult } from '../../../service/webhooks/test-event.ts';
import type { Messages } from '../../languages/en.ts';
import { strong } from '../../view/marks.ts';

const command = html`<code>engaged webhook test</code>`;

/** What came of a test event. */
export function testResult({ webhooks }: Messages, attempt: TestResult): Html {
  const { status, milliseconds, delivered } = attempt;
  if (status === null) return webhooks.testUnreachable({ strong, command });
  const answer = { strong, status, milliseconds };
  return delivered ? webhooks.testDelivered(answer) : webhooks.testRefused(answer);
}

/** The answers of products to an address that they do not know. */
const NO_SUCH_ADDRESS: readonly number[] = [401, 403, 404, 410];

/** What came of a test message to a chat. */
export function chatTestResult({ chat }: Messages, { status, delivered }: TestResult): Html {
  if (status === null) return chat.testUnreachable({ strong, command });
  if (delivered) return chat.testDelivered({ strong });
  if (status === 429) return chat.testRefused({ strong, why: chat.tooMany });
  const isUnknown = NO_SUCH_ADDRESS.includes(status);
  const why = isUnknown ? chat.noSuchAddress({ status }) : chat.otherAnswer({ status });
  return chat.testRefused({ strong, why });
}

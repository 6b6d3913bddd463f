import type { MessagePort } from 'node:worker_threads';
import { deserializeError, serializeError } from './serialized-error.ts';
import type { TaskResponse } from './task-messages.ts';

/** A call of a function of an object in another thread. */
type RemoteCall = { id: number; object: string; name: string; values: readonly unknown[] };

/** The functions of an object, as another thread calls them. */
export type Remote<T> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => infer R
    ? (...values: V) => Promise<Awaited<R>>
    : never;
};

const movedBuffers = new WeakMap<object, readonly ArrayBuffer[]>();

/** Has buffers in the result of a call moved to the caller instead of copied. */
export function move<T extends object>(result: T, buffers: readonly ArrayBuffer[]): T {
  movedBuffers.set(result, buffers);
  return result;
}

type Functions = Readonly<Record<string, (...values: never[]) => unknown>>;

/** Carries out the calls that arrive at a port, of functions of objects that are named there. */
export function serveCalls(port: MessagePort, objects: Readonly<Record<string, Functions>>): void {
  port.on('message', async ({ id, object, name, values }: RemoteCall) => {
    try {
      const found = objects[object]?.[name];
      if (!found) throw new Error(`${object} has no ${name}`);
      const answer = await found(...(values as never[]));
      const buffers = movedBuffers.get(Object(answer)) ?? [];
      port.postMessage({ id, ok: true, answer } satisfies TaskResponse<unknown>, buffers);
    } catch (error) {
      const response: TaskResponse<unknown> = { id, ok: false, error: serializeError(error) };
      port.postMessage(response);
    }
  });
}

type Waiting = { resolve: (answer: unknown) => void; reject: (error: Error) => void };

/** Calls functions of objects in another thread, over a port whose other end has `serveCalls`. */
export class RemoteCalls {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor(port: MessagePort) {
    this.#port = port;
    // The call would wait forever. Ending the thread rejects what it does.
    port.on('messageerror', (error) => {
      throw error;
    });
    port.on('message', (response: TaskResponse<unknown>) => this.#receive(response));
  }

  /** The object of a name. @throws what its functions throw, as `deserializeError` gives it */
  of<T extends object>(object: string): Remote<T> {
    const get = (_: unknown, name: string) =>
      // Otherwise it would pass for a promise.
      name === 'then' ? undefined : (...values: unknown[]) => this.#call({ object, name, values });
    return new Proxy({}, { get }) as Remote<T>;
  }

  close(): void {
    this.#port.close();
  }

  #call(call: Omit<RemoteCall, 'id'>): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#port.postMessage({ id, ...call } satisfies RemoteCall);
      this.#waiting.set(id, { resolve, reject });
    });
  }

  #receive(response: TaskResponse<unknown>): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (response.ok) waiting?.resolve(response.answer);
    else waiting?.reject(deserializeError(response.error));
  }
}

/**
 * What runs in the child process of an external processor, as text: it is read from no file, so the process needs no right to read any.
 * sandbox.ts starts it; docs/decisions says what it relies on.
 */

/**
 * Runs in the context of the module, before it, and is all that the two sides share: the host calls these functions with texts and gets
 * texts, and no object of the host ever comes here. What the module breaks here, it breaks for itself.
 */
const bridge = `'use strict';
(() => {
  delete globalThis.console;
  const maxLines = 1000, maxLine = 2000, maxResult = 8192;
  const levels = { debug: 1, info: 2, warn: 3, error: 4 };
  let lines = [], dropped = 0, done = null, total = null, aborted = false, waiting = [], end = null;
  const describe = (error) => {
    try { return String(error instanceof Error ? error.name + ': ' + error.message : error).slice(0, maxLine) }
    catch { return 'unknown error' }
  };
  const add = (level) => (text) => {
    if (lines.length < maxLines) lines.push([level, String(text).slice(0, maxLine)]);
    else dropped += 1;
  };
  const textOf = (value) => value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value) ?? null;
  const finish = (value) => {
    const result = textOf(value);
    end = result !== null && result.length > maxResult ? { fault: 'long' } : { result };
  };
  const start = (entry, input) => {
    if (typeof entry !== 'function') { end = { fault: 'missing' }; return }
    const run = JSON.parse(input);
    run.log = Object.fromEntries(Object.entries(levels).map(([name, level]) => [name, add(level)]));
    run.isAborted = () => aborted;
    run.step = (now, all) => new Promise((resolve) => { done = now; total = all; waiting.push(resolve) });
    (async () => entry(run))().then(finish, (error) => { end = { error: describe(error) } });
  };
  const turn = () => {
    const resumed = waiting;
    const state = JSON.stringify({ lines, dropped, done, total, end, isStuck: end === null && resumed.length === 0 });
    lines = []; dropped = 0; waiting = [];
    for (const resolve of resumed) resolve();
    return state;
  };
  return { start, turn, describe, abort: () => { aborted = true } };
})()`

/** Takes every descriptor that is left; false if something else went wrong. */
export const takeDescriptors = `
const fill = () => { try { for (;;) require('node:fs').openSync('/dev/null', 'r') } catch (error) { return error.code === 'EMFILE' } };`

/**
 * Runs in the child's own realm. It takes every file descriptor that is left, so that no socket can be opened from then on, takes away
 * what leads to the system, and only then evaluates the module in a context without any object of this realm.
 */
export const sandboxCode = String.raw`'use strict';
const vm = require('node:vm');${takeDescriptors}
const { stdin, stdout, exit } = process;
const out = process.stdout.write.bind(stdout), leave = exit.bind(process), later = setImmediate;
const say = (text) => out(text + '\n');
const fault = (end) => { out(JSON.stringify({ end }) + '\n', () => leave(0)) };
stdin.setEncoding('utf8');
const bridgeCode = ${JSON.stringify(bridge)};

const systemNames = ['binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill', '_kill', 'abort', 'chdir', 'mainModule', 'openStdin',
  '_debugProcess', '_startProfilerIdleNotifier', '_getActiveHandles', '_getActiveRequests', 'setUncaughtExceptionCaptureCallback', 'permission'];
const prune = () => {
  for (const name of systemNames) try { delete process[name] } catch {}
  const languageNames = new Set(['globalThis', 'Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'Error', 'TypeError',
    'RangeError', 'Promise', 'JSON', 'Math', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Reflect', 'Proxy', 'undefined', 'NaN', 'Infinity']);
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!languageNames.has(name)) try { delete globalThis[name] } catch {}
};

const perform = async ({ source, exportName, input }) => {
  if (!fill()) return fault({ fault: 'descriptors' });
  const context = vm.createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  const { start, turn, describe, abort } = vm.runInContext(bridgeCode, context);
  const words = (error) => error instanceof Error ? error.name + ': ' + error.message : String(describe(error));
  prune();
  let module;
  try {
    module = new vm.SourceTextModule(source, { context });
    await module.link(() => { throw new Error('a module may not import anything') });
  } catch (error) { return fault({ error: words(error) }) }
  if (exportName === null) return say(JSON.stringify({ exports: Reflect.ownKeys(module.namespace).filter((key) => typeof key === 'string') })), leave(0);
  try { await module.evaluate() } catch (error) { return fault({ error: words(error) }) }
  onAbort = abort;
  start(module.namespace[exportName], input);
  const loop = () => {
    const state = turn();
    if (typeof state !== 'string') return fault({ fault: 'broken' });
    const { end, isStuck } = JSON.parse(state);
    out(state + '\n', () => { if (end || isStuck) leave(0); else later(loop) });
  };
  later(loop);
};

let text = '', isStarted = false, onAbort = () => {};
stdin.on('data', (part) => {
  if (isStarted) return void onAbort();
  text += part;
  if (!text.endsWith('\n')) return;
  isStarted = true;
  const request = JSON.parse(text);
  text = '';
  perform(request).catch((error) => fault({ error: String(error) }));
});
stdin.on('end', () => leave(0));
`

import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Handler, UserCtx } from '../engine/context.ts'

const notOpen = () =>
  new Fail(
    [
      '平台未开放研发工具；需由运维人员设置 DEV_TOOLS=on 并重新启动',
      'The development tools are closed here; whoever operates the platform can set DEV_TOOLS=on and restart it',
    ],
    403,
  )

/** Closes the calls of an entity that needs the development tools, with a sentence, where they are not switched on. */
export const withDevTools = <In, Out>(
  { needsDevTools }: AnyEntity,
  handle: Handler<In, Out, UserCtx>,
): Handler<In, Out, UserCtx> =>
  needsDevTools
    ? async (ctx, input) => {
        if (!ctx.app.env.devTools) throw notOpen()
        return handle(ctx, input)
      }
    : handle

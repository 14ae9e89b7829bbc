import { register } from 'node:module'

/** Loaded by `node --import`: programs that import `typescript` get the compiler of `@ts-morph/common`. */
const source = `
export const resolve = async (name, context, next) => {
  if (name !== 'typescript') return next(name, context)
  const { url } = await next('@ts-morph/common', context)
  const module = 'import common from ' + JSON.stringify(url) + '; export default common.ts'
  return { url: 'data:text/javascript,' + encodeURIComponent(module), shortCircuit: true }
}`
register(`data:text/javascript,${encodeURIComponent(source)}`)

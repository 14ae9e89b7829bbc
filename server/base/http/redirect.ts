import type { FastifyReply } from 'fastify'
import { type Lang, localize } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { escapeMarkup } from '../html/escape-markup.ts'

/** Result of a handler that redirects the browser; `cookie` is a Set-Cookie value. */
export interface Redirect {
  readonly to: string
  readonly cookie?: string
}

export const sendRedirect = (reply: FastifyReply, { to, cookie }: Redirect) => {
  if (cookie) reply.header('set-cookie', cookie)
  return reply.header('cache-control', 'no-store').redirect(to, 302)
}

const style = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f5f7fa;color:#1a2433;
font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
main{box-sizing:border-box;max-width:32rem;margin:1rem;padding:2rem 2.25rem;background:#fff;border:1px solid #dde3ec;border-radius:8px}
p{margin:0 0 .5rem;color:#4a5668}h1{margin:0 0 1.5rem;font-size:1.3rem;line-height:1.5}h1{color:#10305f}a{color:#1263cf}`

/** Sends the error of a redirect endpoint as a plain page, because the browser may not have loaded the application. */
export const sendRefusal = (reply: FastifyReply, lang: Lang, msg: string) => {
  const product = escapeMarkup(localize(words.product, lang))
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  return reply.type('text/html; charset=utf-8').send(
    `<!doctype html><html lang="${lang === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${product}</title><style>${style}</style></head>
<body><main><p>${product}</p><h1>${escapeMarkup(msg)}</h1><a href="/">${escapeMarkup(localize(words.home, lang))}</a></main></body></html>`,
  )
}

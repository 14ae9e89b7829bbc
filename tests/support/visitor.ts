/** A browser as the wire sees it: it keeps cookies by host and path and follows nothing by itself. */
export class Visitor {
  private readonly cookies = new Map<string, { value: string; path: string }>()

  /** Opens an address, or sends a form to it; what is answered may be an address to go on to. */
  async open(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: this.cookiesFor(address), 'accept-language': 'zh-CN' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) this.keep(new URL(address).host, line)
    return response
  }

  /** Follows addresses for as long as they stay on this host; resolves to the answer that leads elsewhere or nowhere. */
  async follow(address: string, form?: Readonly<Record<string, string>>): Promise<{ at: string; response: Response }> {
    const response = await this.open(address, form)
    const to = response.headers.get('location')
    if (!to) return { at: address, response }
    const next = new URL(to, address)
    return next.host === new URL(address).host ? this.follow(next.href) : { at: next.href, response }
  }

  /** The Cookie header a call to this path of the host carries. */
  cookiesFor(address: string): string {
    const { host, pathname } = new URL(address)
    return [...this.cookies]
      .filter(([key, { path }]) => key.startsWith(`${host} `) && pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`)
      .join('; ')
  }

  private keep(host: string, line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name, ...value] = pair.split('=')
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    this.cookies.set(`${host} ${name}`, { value: value.join('='), path })
  }
}

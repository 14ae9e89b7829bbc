/** A minimal HTTP client with cookies by host and path; it follows redirects only on request. */
export class Visitor {
  private readonly cookies = new Map<string, { value: string; path: string }>()

  /** Opens an address, or sends a form to it, without following redirects. */
  async open(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: this.cookiesFor(address), 'accept-language': 'zh-CN' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) this.storeCookie(new URL(address).host, line)
    return response
  }

  /** Follows redirects on the same host; resolves to the first response that is no such redirect. */
  async follow(address: string, form?: Readonly<Record<string, string>>): Promise<{ at: string; response: Response }> {
    const response = await this.open(address, form)
    const to = response.headers.get('location')
    if (!to) return { at: address, response }
    const next = new URL(to, address)
    return next.host === new URL(address).host ? this.follow(next.href) : { at: next.href, response }
  }

  /** The Cookie header for a request to this address. */
  cookiesFor(address: string): string {
    const { host, pathname } = new URL(address)
    return [...this.cookies]
      .filter(([key, { path }]) => key.startsWith(`${host} `) && pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[1]}=${value}`)
      .join('; ')
  }

  private storeCookie(host: string, line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name, ...value] = pair.split('=')
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/'
    this.cookies.set(`${host} ${name}`, { value: value.join('='), path })
  }
}

import { EventEmitter, once } from 'node:events'
import { isExiting } from '#server/base/process/exit.ts'
import { afterChanges } from './after-changes.ts'
import type { Bundler } from './bundler.ts'
import type { ServerProcess } from './server-process.ts'

/** A server that accepts requests. */
export interface RunningServer {
  readonly address: URL
  readonly child: ServerProcess
  readonly hash: string
}

export interface SupervisorOptions {
  readonly bundler: Bundler
  readonly start: () => ServerProcess
  readonly onStart: (milliseconds: number) => void
  /** It could not start; the reason has been printed. */
  readonly onFailure: () => void
}

/** Keeps one server with the newest code running. */
export class Supervisor {
  private readonly changes = new EventEmitter().setMaxListeners(0)
  private readonly children = new Set<ServerProcess>()
  private readonly run = afterChanges((isOutdated) => this.update(isOutdated))
  private state: 'starting' | Error | RunningServer = 'starting'
  private current: RunningServer | null = null
  private starting: ServerProcess | null = null
  private preparations: (() => void)[] = []
  private since = performance.now()

  constructor(private readonly options: SupervisorOptions) {}

  /** Returns the server of the newest code; waits while it starts, and rejects with the reason if it fails. */
  async server(): Promise<RunningServer> {
    while (this.state === 'starting') await once(this.changes, 'settled')
    if (this.state instanceof Error) throw this.state
    return this.state
  }

  /** Call this after a change of the sources. Requests wait from now on. */
  noteChange(): void {
    if (this.state !== 'starting') this.since = performance.now()
    this.state = 'starting'
    void this.starting?.stop()
    this.run()
  }

  /** Starts a new process even for an unchanged bundle; `prepare` runs before it, while no server is starting. */
  restart(prepare: () => void): void {
    this.preparations.push(prepare)
    this.endCurrent()
    this.noteChange()
  }

  async stop(): Promise<void> {
    await Promise.all([...this.children].map((child) => child.stop()))
  }

  private async update(isOutdated: () => boolean): Promise<void> {
    try {
      const server = await this.replace(isOutdated)
      if (server) this.settle(server)
    } catch (error) {
      if (!isOutdated()) this.fail(error as Error)
    }
    // the migration of a starting server may lock what the next one changes
    await this.starting?.stop()
    this.starting = null
  }

  /** Returns the running server if its bundle is unchanged, otherwise starts a new one; null if a newer change has come. */
  private async replace(isOutdated: () => boolean): Promise<RunningServer | null> {
    const bundle = await this.options.bundler.build()
    if (isOutdated()) return null
    if (this.current?.hash === bundle.hash) return this.current
    this.endCurrent()
    bundle.write()
    for (const prepare of this.preparations) prepare()
    this.preparations = []
    const child = this.launch()
    this.starting = child
    const address = await child.address
    if (isOutdated()) return null
    this.starting = null
    this.current = { address, child, hash: bundle.hash }
    this.options.onStart(performance.now() - this.since)
    return this.current
  }

  private launch(): ServerProcess {
    const child = this.options.start()
    this.children.add(child)
    void child.exitReason.then((reason) => {
      this.children.delete(child)
      if (this.current?.child !== child) return
      if (this.state === this.current) this.fail(new Error(reason))
      this.current = null
    })
    return child
  }

  private endCurrent(): void {
    this.current?.child.retire()
    this.current = null
  }

  private fail(error: Error): void {
    if (isExiting()) return
    this.options.onFailure()
    this.settle(error)
  }

  private settle(state: Error | RunningServer): void {
    this.state = state
    this.changes.emit('settled')
  }
}

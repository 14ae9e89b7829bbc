/** The state of the process of a row; `assigneeName` is who handles it now. The last three are those of a history entry. */
export interface InstanceState {
  readonly taskId: string | null
  readonly taskName: string | null
  readonly assigneeName: string | null
  readonly processInstanceId: string | null
  readonly processIsFinished: 'finished' | 'unfinished'
  /** The open task, or the end that was reached. */
  readonly historyActivityId: string | null
  readonly historyActivityType: 'userTask' | 'endEvent' | null
  /** When the instance has ended. */
  readonly endTime: string | null
}

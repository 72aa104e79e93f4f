import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** A figure that is asked for anew each time: one value, or one for each of its labels. */
export interface Figure {
  name: string
  help: string
  labelNames?: readonly string[]
  values: readonly { labels?: Record<string, string>; value: number }[]
}

export interface Metrics {
  contentType: string
  /** Counts an answered request by its route's pattern. */
  requestDone(request: { method: string; route: string; status: number; seconds: number }): void
  /** Everything in Prometheus's text format, with these figures, which were asked for at that moment. */
  text(figures: readonly Figure[]): Promise<string>
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The figures an operator watches: what this server has done, and what it is told of besides. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to the end of the answer',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  })
  const gauges = new Map<string, Gauge>()

  function show({ name, help, labelNames = [], values }: Figure): void {
    const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames: [...labelNames], registers })
    gauges.set(name, gauge)
    gauge.reset()
    for (const { labels = {}, value } of values) gauge.set(labels, value)
  }

  return {
    contentType: registry.contentType,
    requestDone({ method, route, status, seconds: taken }) {
      requests.inc({ method, route, status })
      seconds.observe({ route }, taken)
    },
    text(figures) {
      figures.forEach(show)
      return registry.metrics()
    },
  }
}

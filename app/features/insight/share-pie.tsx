import { ArcElement, Chart, Tooltip } from 'chart.js'
import { Pie } from 'react-chartjs-2'

Chart.register(ArcElement, Tooltip)

interface SharePieProps {
  labels: string[]
  values: number[]
  colours: string[]
}

/** The pie itself; loaded only where it is drawn. */
export function SharePie({ labels, values, colours }: SharePieProps) {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    // the pie takes the size of the element around it, which must have one
    <div className="size-full">
      <Pie
        data={{ labels, datasets: [{ data: values, backgroundColor: colours, borderWidth: 0 }] }}
        options={{
          animation: still ? false : { duration: 250 },
          plugins: { tooltip: { callbacks: { label: ({ label, parsed }) => ` ${label}: ${parsed}%` } } },
        }}
      />
    </div>
  )
}

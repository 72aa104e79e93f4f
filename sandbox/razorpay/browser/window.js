/** Inside the window's frame and the hosted page: messages to the merchant's page, countdown, Escape, the way back. */
;(() => {
  const { escape: byEscape, backdrop } = document.body.dataset
  const closeButton = document.querySelector('button.close')

  const told = document.getElementById('tell')
  if (told && parent !== window) {
    const { target, ...message } = JSON.parse(told.textContent)
    if (target) parent.postMessage({ razorpayEmulator: true, ...message }, target)
  }

  const main = document.querySelector('main')
  if (main.dataset.colour) main.style.setProperty('--brand', main.dataset.colour)

  const leave = () => closeButton?.form?.requestSubmit(closeButton)
  if (byEscape === 'true') {
    addEventListener('keydown', ({ key }) => key === 'Escape' && leave())
    addEventListener('message', ({ data, source }) => {
      if (source === parent && data?.razorpayEmulator && data.ask === 'escape') leave()
    })
  }
  if (backdrop === 'true') addEventListener('click', ({ target }) => target === document.body && leave())

  const timer = document.querySelector('[data-ends]')
  const count = () => {
    const left = Math.max(0, Math.round((Number(timer.dataset.ends) - Date.now()) / 1000))
    timer.querySelector('b').textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  }
  if (timer) {
    count()
    timer.classList.add('running')
    if (timer.dataset.paused === undefined) setInterval(count, 1000)
  }

  document.querySelector('form[data-auto]')?.submit()
})()

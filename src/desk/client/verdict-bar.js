// "Right" and "Wrong…" lead to the form of the verdict; here they also take its first step.

for (const link of document.querySelectorAll('[data-choose]')) {
  link.addEventListener('click', () => {
    const isRight = link.getAttribute('data-choose') === 'right';
    const selector = isRight ? '[value="right"]' : ':not([value="right"])';
    const field = document.querySelector(`#verdict input[name="place"]${selector}`);
    if (!(field instanceof HTMLInputElement)) return;
    if (isRight) field.checked = true;
    field.focus({ preventScroll: true });
  });
}
